import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { SORTS } from "#schema/choices.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { clearRemovals, liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { appOver, search, walk } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

async function kvKeys(part: string): Promise<string[]> {
  const { keys } = await env.KV.list();
  return keys.map(({ name }) => name).filter((name) => name.includes(part));
}

beforeEach(clearRemovals);

test("a removed creator is answered as removed, in any case, from no cache and without an upstream call", async () => {
  const clock = testClock();
  const reddit = standIn({ Ann_One: { posts: picturePosts(40) } });
  const app = appOver(reddit, { clock });
  const before = await search(app, { username: "Ann_One", limit: 12 });
  expect(before.posts).toHaveLength(12);
  await removeByKey("user", "ann_one");
  clock.advance(MINUTE_MS);
  const calls = reddit.calls.length;
  for (const username of ["Ann_One", "ANN_ONE", " ann_one "]) {
    for (const sortBy of SORTS) {
      const answer = await search(app, { username, sortBy, after: before.nextPage });
      expect(answer).toEqual({
        success: true,
        posts: [],
        nextPage: null,
        total: 0,
        totalExact: true,
        userExists: true,
        message: "Removed at request.",
        userInfo: null,
        source: "reddit",
        sortExact: true,
        stale: false,
        fetchedAt: new Date(clock.now()).toISOString(),
        profileState: "removed",
        hasArchive: false,
        checked: true,
      });
    }
  }
  const profile = await app.request("/api/reddit/user/ANN_one");
  expect(await profile.json()).toEqual({
    success: true,
    userExists: true,
    userInfo: null,
    profileState: "removed",
  });
  clock.advance(10 * MINUTE_MS);
  await search(app, { username: "ann_one" });
  expect(reddit.calls.length).toBe(calls);
});

test("the total of a page counts no removed post that follows it", async () => {
  const app = appOver(standIn({ Counted: { posts: picturePosts(40) } }));
  for (const index of [1, 20, 21]) await removeByKey("post", String(picturePost(index).name));
  expect(await search(app, { username: "Counted", limit: 12 })).toMatchObject({ total: 37 });
});

test("no cache entry of a removed creator is written, and lifting restores everything within a minute", async () => {
  const clock = testClock();
  const reddit = standIn({ Barred: { posts: picturePosts(3) } });
  const app = appOver(reddit, { clock });
  await removeByKey("user", "barred");
  await search(app, { username: "Barred" });
  await app.request("/api/reddit/user/barred");
  await app.request("/user/Barred");
  await app.request("/api/badges/users/barred");
  expect(await kvKeys("barred")).toEqual([]);
  await liftByKey("user", "barred");
  clock.advance(MINUTE_MS);
  expect((await search(app, { username: "Barred" })).posts).toHaveLength(3);
});

test("a removed creator is removed at every source", async () => {
  await removeByKey("user", "gemhunter");
  for (const POST_SOURCE of ["archive", "sample", "auto"]) {
    const app = testApp({ env: { POST_SOURCE } });
    expect(await search(app, { username: "GemHunter" })).toMatchObject({
      profileState: "removed",
      posts: [],
    });
  }
});

test("removed posts and communities are left out of every page; pages stay full, and lifting brings them back", async () => {
  const clock = testClock();
  const posts = Array.from({ length: 250 }, (_, index) =>
    picturePost(index, { subreddit: index % 3 === 0 ? "Secret" : "pics" }),
  );
  const app = appOver(standIn({ Strider: { posts } }), { clock });
  const all = await walk(app, { username: "Strider", limit: 12 });
  expect(all.flatMap((page) => page.posts)).toHaveLength(250);
  await removeByKey("subreddit", "secret");
  await removeByKey("post", "t3_p1");
  clock.advance(MINUTE_MS);
  const wanted = posts.filter(({ subreddit, name }) => subreddit === "pics" && name !== "t3_p1");
  const rest = await walk(app, { username: "Strider", limit: 12 });
  expect(rest.flatMap((page) => page.posts.map(({ id }) => id))).toEqual(
    wanted.map(({ name }) => name),
  );
  expect(rest.slice(0, -1).every((page) => page.posts.length === 12)).toBe(true);
  expect(rest.at(-1)?.posts.length).toBeGreaterThan(0);
  expect(rest.at(-1)?.total).toBe(wanted.length);
  await liftByKey("subreddit", "secret");
  await liftByKey("post", "t3_p1");
  clock.advance(MINUTE_MS);
  const again = await walk(app, { username: "Strider", limit: 12 });
  expect(again.flatMap((page) => page.posts.map(({ id }) => id))).toEqual(
    posts.map(({ name }) => name),
  );
});

test("pages cached while posts were removed show the posts again once the removal is lifted", async () => {
  const clock = testClock();
  const posts = picturePosts(130).map((post, index) =>
    index % 2 === 0 ? { ...post, subreddit: "secret" } : post,
  );
  const app = appOver(standIn({ Lifted: { posts } }), { clock });
  await removeByKey("subreddit", "secret");
  expect(
    (await walk(app, { username: "Lifted", limit: 12 })).flatMap((page) => page.posts),
  ).toHaveLength(65);
  await liftByKey("subreddit", "secret");
  clock.advance(MINUTE_MS);
  const again = await walk(app, { username: "Lifted", limit: 12 });
  expect(again.flatMap((page) => page.posts.map(({ id }) => id))).toEqual(
    posts.map(({ name }) => name),
  );
});

test("a listing that ends with removed posts has no empty last page", async () => {
  await removeByKey("subreddit", "secret");
  const posts = picturePosts(20).map((post, index) =>
    index >= 12 ? { ...post, subreddit: "secret" } : post,
  );
  const page = await search(appOver(standIn({ Ender: { posts } })), {
    username: "Ender",
    limit: 12,
  });
  expect(page).toMatchObject({ nextPage: null, total: 12 });
  expect(page.posts).toHaveLength(12);
});

test("a warm search costs as many statements and KV reads with removals as without", async () => {
  const clock = testClock();
  const count = { reads: 0, writes: 0 };
  const kv = {
    get: (key: string) => {
      count.reads += 1;
      return env.KV.get(key);
    },
    put: (...args: Parameters<KVNamespace["put"]>) => {
      count.writes += 1;
      return env.KV.put(...args);
    },
  } as unknown as KVNamespace;
  const app = appOver(standIn({ Warm: { posts: picturePosts(100) } }), { clock, env: { KV: kv } });
  const costOf = async () => {
    await search(app, { username: "Warm", limit: 12 });
    app.meter.reset();
    Object.assign(count, { reads: 0, writes: 0 });
    await search(app, { username: "Warm", limit: 12 });
    const { statements, rowsRead } = app.meter;
    return { statements, rowsRead, ...count };
  };
  const without = await costOf();
  expect(without).toEqual({ statements: 0, rowsRead: 0, reads: 0, writes: 0 });
  await removeByKey("post", "t3_p1");
  await removeByKey("user", "somebody_else");
  clock.advance(MINUTE_MS);
  expect(await costOf()).toEqual(without);
});

test("a removed post is 410, and so is one by a removed creator or in a removed community", async () => {
  const clock = testClock();
  const reddit = standIn({
    Ann: { posts: [picturePost(1), picturePost(2, { subreddit: "Secret" })] },
    Bob: { posts: [picturePost(3, { author: "Bob" })] },
  });
  const app = appOver(reddit, { clock });
  const statusOf = async (id: string) => (await app.request(`/api/reddit/post/${id}`)).status;
  for (const id of ["p1", "p2", "p3"]) expect(await statusOf(id)).toBe(200);
  await removeByKey("post", "t3_p1");
  await removeByKey("subreddit", "secret");
  await removeByKey("user", "bob");
  clock.advance(10 * MINUTE_MS);
  const calls = reddit.calls.length;
  for (const id of ["p1", "t3_p1", "p2", "p3"]) {
    const answer = await app.request(`/api/reddit/post/${id}`);
    expect(answer.status, id).toBe(410);
    expect(await answer.json()).toMatchObject({
      error: "posts.removed",
      message: "Removed at request.",
    });
  }
  expect(reddit.calls.length, "copies are not refreshed").toBe(calls);
  for (const [kind, key] of [
    ["post", "t3_p1"],
    ["subreddit", "secret"],
    ["user", "bob"],
  ] as const) {
    await liftByKey(kind, key);
  }
  clock.advance(MINUTE_MS);
  for (const id of ["p1", "p2", "p3"]) expect(await statusOf(id)).toBe(200);
});

test("a post found to be by a removed creator is not stored in KV", async () => {
  await removeByKey("user", "ann");
  const app = appOver(standIn({ Ann: { posts: [picturePost(77)] } }));
  expect((await app.request("/api/reddit/post/p25")).status).toBe(410);
  expect(await kvKeys("t3_p25")).toEqual([]);
});

test("a removed creator has no badges, and none are computed", async () => {
  const clock = testClock();
  const reddit = standIn({ Badged: { posts: [] } });
  const app = appOver(reddit, { clock });
  expect((await app.request("/api/badges/users/badged")).status).toBe(200);
  await removeByKey("user", "badged");
  clock.advance(MINUTE_MS);
  const calls = reddit.calls.length;
  for (const [method, path] of [
    ["GET", "/api/badges/users/Badged"],
    ["POST", "/api/badges/users/Badged/refresh"],
  ] as const) {
    const answer = await app.request(path, { method });
    expect(await answer.json()).toEqual({ success: true, badges: [] });
  }
  expect(reddit.calls.length).toBe(calls);
});

test("a new isolate reads the list and the cached listing at the same time", async () => {
  const reddit = standIn({ Ahead: { posts: picturePosts(3) } });
  await search(appOver(reddit), { username: "Ahead" });
  forgetCacheEntries();
  const listingAsked = Promise.withResolvers<void>();
  const order: string[] = [];
  const kv = {
    get: (key: string) => {
      order.push(key.split(":")[0] ?? "");
      if (key.startsWith("listing:")) listingAsked.resolve();
      return env.KV.get(key);
    },
  } as unknown as KVNamespace;
  const statement = (real: D1PreparedStatement) => ({
    bind: (...values: unknown[]) => statement(real.bind(...values)),
    all: () => listingAsked.promise.then(() => real.all()),
  });
  const DB = { prepare: (sql: string) => statement(env.DB.prepare(sql)) } as unknown as D1Database;
  const answer = await search(appOver(reddit, { env: { DB, KV: kv } }), { username: "Ahead" });
  expect(answer.posts).toHaveLength(3);
  expect(order, "no copy of the list was needed").toEqual(["listing", "nsfw-subreddits"]);
});
