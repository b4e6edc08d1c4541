import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/posts.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import { budgetOn } from "#worker/testing/flooded-budget.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

test("a newcomer who read the first batch from the cache fetches the second as a known visitor", async () => {
  const asked: CallPurpose[] = [];
  const granted = { isGranted: true, isReserved: true, pressure: 0.3, waitMs: 0 };
  const budget = {
    take: async (purpose: CallPurpose) => (asked.push(purpose), granted),
    peek: async () => granted,
  };
  const CALL_BUDGET = { idFromName: (name: string) => name, get: () => budget };
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
  const env = { ...limits, REDDIT_CLIENT_ID: "share", CALL_BUDGET: CALL_BUDGET as never };
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

test("one network of known visitors cannot use up the visitors' calls of others", async () => {
  const clock = testClock();
  const names = Array.from({ length: 60 }, (_, index) => `Real${index}`);
  const creators = Object.fromEntries(
    [...names, "Popular", "Rare"].map((name) => [
      name,
      { posts: [picturePost(1, { author: name })] },
    ]),
  );
  const reddit = standIn(creators);
  const counts = new Map<string, number>();
  const atMost = (most: number): RateLimit => ({
    limit: async ({ key }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= most };
    },
  });
  const env = {
    RATE_LIMITS: "on",
    SEARCH_LIMIT: atMost(30),
    WIDE_LIMIT: atMost(30),
    WIDEST_LIMIT: atMost(90),
    REDDIT_CLIENT_ID: "network",
    CALL_BUDGET: budgetOn(clock, { isFlooded: false }),
  };
  const app = appOver(reddit, { clock, env });
  const statusFrom = async (address: string, username: string) => {
    const headers = { "CF-Connecting-IP": address };
    return (await app.send("POST", "/api/reddit/search", { username }, headers)).status;
  };
  const visitors = ["203.0.113.5", "198.51.100.7"];
  for (const address of [...visitors, ...visitors])
    expect(await statusFrom(address, "Popular")).toBe(200);
  for (const [at, name] of names.entries()) {
    const address = `2001:db8:1:${at % 3}::1`;
    await statusFrom(address, "Popular");
    await statusFrom(address, name);
  }
  // 30 calls of the visitors' share, and 25 that newcomers can have.
  expect(reddit.count(/^\/user/)).toBeLessThanOrEqual(2 + 55);
  for (const address of visitors) expect(await statusFrom(address, "Rare")).toBe(200);
});
