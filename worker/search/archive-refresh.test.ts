import { expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import type { Caller } from "#worker/call-budget/port.ts";
import { openSource } from "#worker/source/open.ts";
import { archivedCreator } from "#worker/testing/archive-stand-in.ts";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { search } from "#worker/testing/search.ts";
import { picturePosts } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { makeBatch } from "./batch.ts";
import { batchSpec } from "./load-batch.ts";

/** The archive has the posts that Reddit had. */
function world(author: string) {
  const { env, fetch, ...creator } = archivedCreator(author, picturePosts(80));
  const clock = testClock();
  return { ...creator, clock, app: testApp({ fetch, env, clock }) };
}

test("a refresh whose check at Reddit fails keeps the checked copy, so that deleted posts do not come back", async () => {
  const { posts, reddit, clock, app } = world("Kept_checked");
  reddit.creators = { Kept_checked: { posts: posts.toSpliced(10, 1) } };
  const body = { username: "Kept_checked", limit: 50, before: "2030-01-01" };
  const first = await search(app, body);
  expect(first).toMatchObject({ source: "archive", checked: true, stale: false });
  clock.advance(6 * MINUTE_MS);
  reddit.instead = (url) =>
    url.pathname === "/api/info" ? new Response("busy", { status: 503 }) : null;
  await search(app, body);
  const again = await search(app, body);
  expect(again).toMatchObject({ source: "archive", checked: true, stale: true });
  expect(again.posts.map(({ id }) => id)).toEqual(first.posts.map(({ id }) => id));
  expect(again.posts.map(({ id }) => id)).not.toContain(posts[10]?.name);
});

test("while the check fails, a viewed batch is refreshed once a minute, as an unchecked one would be", async () => {
  const { reddit, archive, clock, app } = world("Viewed");
  const body = { username: "Viewed", limit: 50, before: "2030-01-01" };
  await search(app, body);
  clock.advance(6 * MINUTE_MS);
  reddit.instead = (url) =>
    url.pathname === "/api/info" ? new Response("busy", { status: 503 }) : null;
  archive.calls.length = 0;
  const checks = reddit.count(/info/);
  for (let view = 0; view < 30; view += 1) {
    expect(await search(app, body)).toMatchObject({ checked: true });
    clock.advance(11_000);
  }
  expect(archive.calls).toHaveLength(5);
  expect(reddit.count(/info/) - checks, "each is repeated once").toBe(10);
});

test("every call of a refresh is counted for the network of the visitor who saw the stale copy", async () => {
  const { app } = world("Unsent");
  const callers: Caller[] = [];
  const deps = app.deps();
  deps.callBudget = {
    take: async (_, caller) => (callers.push(caller), GRANTED),
    peek: async () => GRANTED,
  };
  deps.visitorBudget = {
    purpose: "visitor",
    sender: "network",
    deadline: Infinity,
    refreshDeadline: Infinity,
    isCacheOnly: false,
    admitMiss: () => Promise.resolve(),
    holdCalls: () => undefined,
    noteHit: () => undefined,
    noteMissing: () => undefined,
  };
  const source = openSource(deps, "archive");
  const admit = () => Promise.resolve();
  const listing = { source, username: "Unsent", sort: "new", admit } as const;
  const facts = { state: "ok", profile: null, before: [] as string[], next: null } as const;
  const from = String(Date.parse("2030-01-01") / 1000);
  await batchSpec(deps, listing, from, null).load(makeBatch([], facts), true);
  expect(callers.length).toBeGreaterThan(1);
  expect(new Set(callers.map(({ purpose, sender }) => `${purpose} of ${sender}`))).toEqual(
    new Set(["refresh of network"]),
  );
});
