import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { crosspostOf, ORIGIN, ORIGIN_REMOVALS } from "#worker/testing/crosspost.ts";
import { clearRemovals, liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testClock, type TestApp } from "#worker/testing/test-app.ts";

beforeEach(clearRemovals);

const idsIn = async (app: TestApp, username: string) =>
  (await search(app, { username })).posts.map(({ id }) => id);

async function followed(app: TestApp, username: string): Promise<string[]> {
  const answer = await app.send("POST", "/api/following/feed", { users: [username] });
  return (await answer.json<FollowingResponse>()).posts.map(({ id }) => id);
}

test.each(ORIGIN_REMOVALS)(
  "a crosspost is in no listing, feed or page while its origin's %s is removed",
  async (kind, key) => {
    const username = `Crosses_${kind}`;
    const posts = [crosspostOf(1, { title: "Telling" }), picturePost(2)];
    const clock = testClock();
    const app = appOver(standIn({ [username]: { posts } }), { clock });
    const pathsThatTell = async () => {
      const paths = ["feed.json", "feed.xml", "", "?post=p1"];
      const texts = await Promise.all(
        paths.map(async (path) => (await app.request(`/user/${username}/${path}`)).text()),
      );
      return paths.filter((_, at) => /Telling|origin\.jpg/.test(texts[at] ?? ""));
    };
    expect(await idsIn(app, username)).toEqual(["t3_p1", "t3_p2"]);
    expect(await followed(app, username)).toEqual(["t3_p1", "t3_p2"]);
    expect(await pathsThatTell()).toEqual(["feed.json", "feed.xml", "", "?post=p1"]);
    await removeByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await idsIn(app, username)).toEqual(["t3_p2"]);
    expect(await followed(app, username)).toEqual(["t3_p2"]);
    expect(await pathsThatTell()).toEqual([]);
    await liftByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await idsIn(app, username)).toEqual(["t3_p1", "t3_p2"]);
  },
);

test("every ancestor of a crosspost counts, even one that Reddit names by its id only", async () => {
  const first = { ...ORIGIN, id: "root", name: "t3_root", author: "Root_Maker" };
  const posts = [
    crosspostOf(1, {}, [ORIGIN, first]),
    crosspostOf(2, { url: "https://i.redd.it/two.jpg", crosspost_parent: "t3_lost" }, []),
    picturePost(3),
  ];
  const clock = testClock();
  const app = appOver(standIn({ Chain: { posts } }), { clock });
  for (const [kind, key, left] of [
    ["user", "root_maker", ["t3_p2", "t3_p3"]],
    ["post", "t3_orig", ["t3_p2", "t3_p3"]],
    ["post", "t3_lost", ["t3_p1", "t3_p3"]],
  ] as const) {
    await removeByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await idsIn(app, "Chain"), key).toEqual(left);
    await liftByKey(kind, key);
  }
});

test("media that its poster has posted and crossposted is hidden with the crosspost's origin, in any order", async () => {
  const own = (index: number) => picturePost(index, { url: "https://i.redd.it/origin.jpg" });
  const clock = testClock();
  const creators = {
    Own_First: { posts: [own(1), crosspostOf(2), picturePost(3)] },
    Own_Last: { posts: [crosspostOf(1), own(2), picturePost(3)] },
  };
  const app = appOver(standIn(creators), { clock });
  await removeByKey("user", "origin_maker");
  for (const username of Object.keys(creators))
    expect(await idsIn(app, username), username).toEqual(["t3_p3"]);
});

test("a cached listing without origins of crossposts is shown unchanged", async () => {
  const posts = [crosspostOf(1), picturePost(2)];
  const clock = testClock();
  const app = appOver(standIn({ Early: { posts } }), { clock });
  await search(app, { username: "Early" });
  const { keys } = await env.KV.list({ prefix: "listing:" });
  const key = keys.find(({ name }) => name.includes(":early:"))?.name ?? "";
  const copy = (await env.KV.get(key)) ?? "";
  const origins = '[{"id":"t3_orig","author":"Origin_Maker","subreddit":"Studio"}]';
  expect(copy).toContain(`,[],${origins}]`);
  await env.KV.put(key, copy.replace(`,[],${origins}]`, "]"));
  forgetCacheEntries();
  await removeByKey("user", "somebody_else");
  clock.advance(MINUTE_MS);
  expect(await idsIn(app, "Early")).toEqual(["t3_p1", "t3_p2"]);
});

test.each(ORIGIN_REMOVALS)(
  "a crosspost whose origin's %s is removed is no single post, from no cache and from the source",
  async (kind, key) => {
    const [seen, unseen] = [`${kind}seen`, `${kind}new`];
    const posts = [seen, unseen].map((id) => crosspostOf(1, { id, name: `t3_${id}` }));
    const clock = testClock();
    const reddit = standIn({ Single: { posts } });
    const app = appOver(reddit, { clock });
    const statusOf = async (id: string) => (await app.request(`/api/reddit/post/${id}`)).status;
    expect(await statusOf(seen)).toBe(200);
    await removeByKey(kind, key);
    clock.advance(MINUTE_MS);
    const calls = reddit.calls.length;
    expect(await statusOf(seen), "from the cache").toBe(410);
    expect(reddit.calls.length).toBe(calls);
    expect(await statusOf(unseen), "from the source").toBe(410);
    const { keys } = await env.KV.list({ prefix: "post:" });
    expect(keys.map(({ name }) => name.split(":").at(-1))).not.toContain(`t3_${unseen}`);
    await liftByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await statusOf(unseen)).toBe(200);
  },
);

test("a cached post without origins is shown unchanged", async () => {
  const clock = testClock();
  const posts = [crosspostOf(1, { id: "old1", name: "t3_old1" })];
  const app = appOver(standIn({ Oldie: { posts } }), { clock });
  expect((await app.request("/api/reddit/post/old1")).status).toBe(200);
  const { keys } = await env.KV.list({ prefix: "post:" });
  const key = keys.find(({ name }) => name.endsWith(":t3_old1"))?.name ?? "";
  const copy = (await env.KV.get(key)) ?? "";
  const origins = ',"origins":[{"id":"t3_orig","author":"Origin_Maker","subreddit":"Studio"}]';
  expect(copy).toContain(origins);
  await env.KV.put(key, copy.replace(origins, ""));
  forgetCacheEntries();
  await removeByKey("user", "somebody_else");
  clock.advance(MINUTE_MS);
  expect((await app.request("/api/reddit/post/old1")).status).toBe(200);
});
