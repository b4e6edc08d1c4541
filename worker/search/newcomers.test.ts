import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import { budgetOn, GRANTED, namespaceOf } from "#worker/testing/call-budgets.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

test("a newcomer who read the first batch from the cache fetches the second as a known visitor", async () => {
  const asked: CallPurpose[] = [];
  const budget = {
    take: async (purpose: CallPurpose) => (asked.push(purpose), GRANTED),
    peek: async () => GRANTED,
  };
  const posts = Array.from({ length: 200 }, (_, index) =>
    index < 10 || index >= 100 ? picturePost(index) : textPost(index),
  );
  // The bindings' own counters include requests of other test files.
  const limits = {
    RATE_LIMITS: "on",
    SEARCH_LIMIT: openLimit,
    WIDE_LIMIT: openLimit,
    WIDEST_LIMIT: openLimit,
  };
  const env = { ...limits, REDDIT_CLIENT_ID: "share", CALL_BUDGET: namespaceOf(budget) };
  const app = appOver(standIn({ Ann: { posts } }), { env });
  const searchFrom = (address: string, body: object) =>
    app.send("POST", "/api/reddit/search", body, { "CF-Connecting-IP": address });
  const first = await searchFrom("203.0.113.1", { username: "Ann", limit: 10 });
  expect(first.status).toBe(200);
  asked.length = 0;
  const newcomer = await searchFrom("198.51.100.9", { username: "Ann", limit: 25 });
  expect((await newcomer.json<SearchResponse>()).posts).toHaveLength(25);
  expect(new Set(asked)).toEqual(new Set(["visitor"]));
});

/** Creators with a picture each, over one call budget; the counters of addresses are open. */
function sharedBudget(clientId: string, names: readonly string[]) {
  const clock = testClock();
  const creators = names.map((name) => [name, { posts: [picturePost(1, { author: name })] }]);
  const reddit = standIn(Object.fromEntries(creators) as Parameters<typeof standIn>[0]);
  const env = {
    RATE_LIMITS: "on",
    SEARCH_LIMIT: openLimit,
    WIDEST_LIMIT: openLimit,
    REDDIT_CLIENT_ID: clientId,
    CALL_BUDGET: budgetOn(clock, { isFlooded: false }),
  };
  const app = appOver(reddit, { clock, env });
  const answerTo = (address: string, username: string) =>
    app.send("POST", "/api/reddit/search", { username }, { "CF-Connecting-IP": address });
  return { reddit, answerTo };
}

test("three networks of known visitors leave calls to others, and the refused know when they can search again", async () => {
  const names = Array.from({ length: 120 }, (_, index) => `Real${index}`);
  const { reddit, answerTo } = sharedBudget("networks", [...names, "Popular", "Rare"]);
  const visitors = ["203.0.113.5", "198.51.100.7"];
  for (const address of visitors)
    for (const _ of [1, 2]) expect((await answerTo(address, "Popular")).status).toBe(200);
  const statuses: number[] = [];
  for (const [at, name] of names.entries()) {
    const address = `2001:db8:${at % 3}:${at % 7}::1`;
    await answerTo(address, "Popular");
    const answer = await answerTo(address, name);
    statuses.push(answer.status);
    if (answer.status === 200) continue;
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect(statuses.at(-1)).toBe(429);
  const before = reddit.count(/^\/user/);
  for (const address of visitors)
    expect((await answerTo(address, "Rare")).status, address).toBe(200);
  expect(reddit.count(/^\/user/)).toBeGreaterThan(before);
});

test("a creator whom a sender past its share asked for is fetched for the next visitor", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Wanted${index}`);
  const { answerTo } = sharedBudget("wanted", names);
  let refused: string | undefined;
  for (const name of names) {
    if ((await answerTo("192.0.2.1", name)).status === 429) refused ??= name;
  }
  expect(refused).toBeDefined();
  expect((await answerTo("198.51.100.200", refused ?? "")).status).toBe(200);
});
