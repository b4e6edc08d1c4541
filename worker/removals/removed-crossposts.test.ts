import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import { clearIsolateCache } from "#worker/cache/read-through.ts";
import { crosspostOf, ORIGIN, ORIGIN_REMOVALS } from "#worker/testing/crosspost.ts";
import { liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testClock, type TestApp } from "#worker/testing/test-app.ts";

const MINUTE_MS = 60_000;

beforeEach(async () => {
  await env.DB.prepare("delete from removal").run();
  await env.KV.delete("removals");
  clearIsolateCache();
});

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
    expect(await idsIn(app, username)).toEqual(["t3_p1", "t3_p2"]);
    await removeByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await idsIn(app, username)).toEqual(["t3_p2"]);
    expect(await followed(app, username)).toEqual(["t3_p2"]);
    for (const path of ["feed.json", "feed.xml", "", "?post=p1"]) {
      const text = await (await app.request(`/user/${username}/${path}`)).text();
      expect(text, path).not.toMatch(/Telling|origin\.jpg/);
    }
    await liftByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await idsIn(app, username)).toEqual(["t3_p1", "t3_p2"]);
  },
);

test("of a crosspost of a crosspost each ancestor counts, and one that Reddit names by its id alone", async () => {
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

test("a copy of a listing from before crossposts had their origins is shown as it is", async () => {
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
  clearIsolateCache();
  await removeByKey("user", "somebody_else");
  clock.advance(MINUTE_MS);
  expect(await idsIn(app, "Early")).toEqual(["t3_p1", "t3_p2"]);
});
