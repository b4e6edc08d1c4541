import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { app as wholeApp } from "#worker/app.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { archivedCreator } from "#worker/testing/archive-stand-in.ts";
import { budgetOn } from "#worker/testing/call-budgets.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";

const calls = /^\/user/;

/** A writer's listing of ten batches with only text posts. */
const writer = () => ({ posts: Array.from({ length: 1_000 }, (_, index) => textPost(index)) });

/** Reads the writer's listing to its end, so that every batch is cached. */
async function readAll(app: TestApp, username: string): Promise<void> {
  let after: string | null = null;
  do {
    const page: SearchResponse = await search(app, { username, after: after ?? undefined });
    after = page.nextPage;
  } while (after !== null);
}

function world(id: string, names: string[]) {
  const clock = testClock();
  const creators = Object.fromEntries(names.map((name) => [name, writer()]));
  const reddit = standIn({ ...creators, Popular: { posts: picturePosts(20) } });
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: openLimit, WIDEST_LIMIT: openLimit };
  const env = {
    ...limits,
    REDDIT_CLIENT_ID: id,
    CALL_BUDGET: budgetOn(clock, { isFlooded: false }),
  };
  const app = appOver(reddit, { clock, env });
  const searchFrom = async (address: string, username: string) => {
    const before = reddit.count(calls);
    const headers = { "CF-Connecting-IP": address };
    const answer = await app.send("POST", "/api/reddit/search", { username }, headers);
    const found = await answer.json<SearchResponse>();
    return { found, made: reddit.count(calls) - before };
  };
  return { app, clock, reddit, searchFrom };
}

test("a listing whose first batches are stale at each request is shown further each time", async () => {
  const { app, clock, reddit } = world("stale-first", []);
  const every = (index: number) =>
    index % 50 === 7 ? picturePosts(index + 1).slice(-1) : [textPost(index)];
  reddit.creators["Sparse"] = { posts: Array.from({ length: 800 }, (_, at) => every(at)).flat() };
  const counts: number[] = [];
  for (let view = 0; view < 3; view += 1) {
    counts.push((await search(app, { username: "Sparse" })).posts.length);
    clock.advance(6 * MINUTE_MS);
  }
  expect(counts).toEqual([4, 10, 16]);
});

test("a network that refreshes all it can leaves refreshes to the others", async () => {
  const names = Array.from({ length: 7 }, (_, index) => `Writer${index}`);
  const { app, clock, searchFrom } = world("stale-networks", names);
  await search(app, { username: "Popular" });
  for (const name of names) {
    await search(app, { username: name });
    clock.advance(MINUTE_MS);
  }
  clock.advance(6 * MINUTE_MS);
  let made = 0;
  for (const name of names) made += (await searchFrom("203.0.113.9", name)).made;
  // Seven refreshes, and three calls of each request for batches that were not cached.
  expect(made).toBe(7 + 3 * names.length);
  expect((await searchFrom("203.0.113.9", "Popular")).made).toBe(0);
  expect((await searchFrom("198.51.100.1", "Popular")).found.stale).toBe(false);
});

test("a cursor's page without a cached profile makes at most three calls", async () => {
  const { app, clock, reddit } = world("stale-profile", ["Writer"]);
  const { nextPage } = await search(app, { username: "Writer" });
  clock.advance(8 * DAY_MS);
  const before = reddit.count(calls);
  await search(app, { username: "Writer", after: nextPage });
  expect(reddit.count(calls) - before).toBeLessThanOrEqual(3);
});

const titled = (title: string) => ({ subreddit: { title, public_description: "" } });

test("a new batch after a stale one has the cached profile, not the stale batch's, and makes no call for it", async () => {
  const { app, clock, reddit } = world("stale-inherited", []);
  const posts = Array.from({ length: 110 }, (_, index) =>
    index < 5 || index >= 100 ? picturePost(index) : textPost(index),
  );
  const creator = { posts, about: titled("Before") };
  reddit.creators["Renewed"] = creator;
  const body = { username: "Renewed" };
  await search(app, { ...body, limit: 5 });
  creator.about = titled("Since");
  clock.advance(20 * HOUR_MS);
  await app.request("/api/reddit/user/Renewed");
  const before = reddit.count(/about/);
  const isFirst = ({ pathname, searchParams }: URL) =>
    pathname.endsWith("/submitted") && !searchParams.has("after");
  // Longer than an answer waits for refreshes.
  reddit.instead = (url) =>
    isFirst(url) ? new Promise((resolve) => setTimeout(resolve, 400, null)) : null;
  const first = await search(app, { ...body, limit: 12 });
  expect(first.userInfo?.title, "the stale batch").toBe("Before");
  const second = await search(app, { ...body, limit: 12, after: first.nextPage });
  expect(second.userInfo?.title).toBe("Since");
  expect(reddit.count(/about/)).toBe(before);
});

test("a new batch of the archive has the cached profile, not that of a stale listing of Reddit's", async () => {
  const about = titled("Before");
  const { posts, reddit, env, fetch } = archivedCreator("Renewed", picturePosts(150), about);
  const clock = testClock();
  const app = testApp({ fetch, clock, env });
  const body = { username: "Renewed", limit: 100 };
  const first = await search(app, { ...body, before: "2030-01-01" });
  reddit.creators = { Renewed: { posts, about: titled("Since") } };
  clock.advance(20 * HOUR_MS);
  await app.request("/api/reddit/user/Renewed");
  const second = await search(app, { ...body, after: first.nextPage });
  expect([first, second].map(({ source, userInfo }) => [source, userInfo?.title])).toEqual([
    ["archive", "Before"],
    ["archive", "Since"],
  ]);
});

test("all stale batches of a page wait 250 ms together for a slow source", async () => {
  const { app, clock, reddit } = world("stale-waits", ["Writer"]);
  await readAll(app, "Writer");
  clock.advance(6 * MINUTE_MS);
  reddit.instead = (url) => (calls.test(url.pathname) ? new Promise<never>(() => undefined) : null);
  const deps = app.deps();
  // Its time passes during the waits, unlike that of the test's clock.
  const offset = clock.now() - systemClock.now();
  deps.clock = { ...systemClock, now: () => systemClock.now() + offset };
  const request = new Request("https://localhost/api/reddit/search", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "Writer" }),
  });
  const { result, waitedMs } = await waited(async () => wholeApp.fetch(request, { deps }));
  expect(result.status).toBe(200);
  // Two waits would be 500; a timer may end a millisecond early and be waited for again.
  expect(waitedMs).toBeLessThan(300);
});
