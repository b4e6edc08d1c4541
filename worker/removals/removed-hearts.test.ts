import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { AccountExport } from "#schema/api/account.ts";
import type { SavedPostsResponse, SavedUsersResponse } from "#schema/api/saved.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { clearRemovals, liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn, type RawPost } from "#worker/testing/stand-in.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";

beforeEach(clearRemovals);

let person: Person | null = null;
async function voter(app: TestApp): Promise<Person> {
  return (person ??= await signUp(app, "heart_giver"));
}

const heartable = (id: string, fields: RawPost) =>
  picturePost(1, { id, name: `t3_${id}`, ...fields });

test("a removed target takes no heart, stored or not; taking a heart back and statuses work", async () => {
  const clock = testClock();
  const reddit = standIn({
    Loved: { posts: [heartable("h1", { author: "Loved" })] },
    Fresh: {
      posts: [heartable("h2", { author: "Fresh" }), heartable("h3", { subreddit: "secret" })],
    },
  });
  const app = appOver(reddit, { clock });
  const { cookie } = await voter(app);
  const vote = (path: string, method = "POST") =>
    app.request(`/api/leaderboard/${path}/vote`, { method, headers: { cookie } });
  expect((await vote("users/Loved")).status).toBe(200);
  expect((await vote("posts/h1")).status).toBe(200);
  for (const kind of ["Loved", "Fresh"]) await removeByKey("user", kind.toLowerCase());
  await removeByKey("subreddit", "secret");
  await removeByKey("post", "t3_h4");
  clock.advance(MINUTE_MS);
  const calls = reddit.calls.length;
  for (const path of ["users/LOVED", "users/t2_loved1", "users/Fresh", "posts/t3_h1", "posts/h4"]) {
    const answer = await vote(path);
    expect(answer.status, path).toBe(410);
    expect(await answer.json()).toMatchObject({ error: "hearts.removed" });
  }
  expect(reddit.calls.length).toBe(calls);
  for (const path of ["posts/h2", "posts/h3"]) expect((await vote(path)).status, path).toBe(410);
  const stored = await env.DB.prepare(
    "select id from reddit_post where id in ('t3_h2', 't3_h3')",
  ).all();
  expect(stored.results).toEqual([]);
  const status = await app.request("/api/leaderboard/users/loved/vote-status", {
    headers: { cookie },
  });
  expect(await status.json()).toMatchObject({ voted: true, heartCount: 1 });
  for (const path of ["users/Loved", "posts/h1"]) {
    const answer = await vote(path, "DELETE");
    expect(await answer.json(), path).toMatchObject({ voted: false, heartCount: 0 });
  }
  for (const key of ["loved", "fresh"]) await liftByKey("user", key);
  clock.advance(MINUTE_MS);
  expect((await vote("users/Loved")).status).toBe(200);
  expect((await vote("posts/h2")).status).toBe(200);
});

test("a refused heart is not stored either", async () => {
  const app = testApp();
  const { cookie } = await voter(app);
  await storedUser("t2_still", "Still_Here");
  for (const id of ["t3_q1", "t3_q2"]) await storedPost(id, "t2_still");
  await removeByKey("post", "t3_q1");
  await removeByKey("user", "still_here");
  for (const path of ["users/still_here", "posts/q1", "posts/q2"]) {
    const url = `/api/leaderboard/${path}/vote`;
    expect((await app.request(url, { method: "POST", headers: { cookie } })).status).toBe(410);
    const status = await app.request(`${url}-status`, { headers: { cookie } });
    expect(await status.json(), path).toMatchObject({ voted: false, heartCount: 0 });
  }
});

test("a removal stops no heart of another creator, or of another kind with the same key", async () => {
  const app = testApp();
  const { cookie } = await voter(app);
  await storedUser("t2_barred", "Barred_Maker");
  await storedUser("t2_twin", "Twin_Name");
  await storedPost("t3_twin", "t2_twin");
  await removeByKey("user", "barred_maker");
  await removeByKey("subreddit", "twin_name");
  await removeByKey("user", "pics");
  for (const path of ["users/twin_name", "posts/twin"]) {
    const url = `/api/leaderboard/${path}/vote`;
    const answer = await app.request(url, { method: "POST", headers: { cookie } });
    expect(await answer.json(), path).toMatchObject({ voted: true, heartCount: 1 });
  }
});

test("a heart restores an emptied target that exists again at the source, never a removed one", async () => {
  const clock = testClock();
  const app = appOver(standIn({ Phoenix: { posts: [] } }), { clock });
  const { cookie } = await voter(app);
  const vote = () =>
    app.request("/api/leaderboard/users/phoenix/vote", { method: "POST", headers: { cookie } });
  await storedUser("t2_phoenix1", "Phoenix");
  await env.DB.prepare("update reddit_user set removed_at = 1 where id = 't2_phoenix1'").run();
  await removeByKey("user", "phoenix");
  expect((await vote()).status).toBe(410);
  const row = () =>
    env.DB.prepare(
      "select removed_at, heart_count from reddit_user where id = 't2_phoenix1'",
    ).first();
  expect(await row()).toEqual({ removed_at: 1, heart_count: 0 });
  await liftByKey("user", "phoenix");
  clock.advance(MINUTE_MS);
  expect((await vote()).status).toBe(200);
  expect(await row()).toEqual({ removed_at: null, heart_count: 1 });
});

test("a heart for a creator removed a moment ago makes no call, and one removed during the call takes none", async () => {
  const reddit = standIn({ Early: { posts: [] }, Midway: { posts: [] } });
  const app = appOver(reddit, { clock: testClock() });
  const { cookie } = await voter(app);
  const refusal = async (name: string) => {
    const url = `/api/leaderboard/users/${name}/vote`;
    return (await app.request(url, { method: "POST", headers: { cookie } })).json();
  };
  // The isolate reads its list of removals before both.
  await app.request("/api/reddit/user/Early");
  await storedUser("t2_early1", "Early");
  await env.DB.prepare("update reddit_user set removed_at = 1 where id = 't2_early1'").run();
  await removeByKey("user", "early");
  const calls = reddit.calls.length;
  expect(await refusal("Early")).toMatchObject({ error: "hearts.removed" });
  expect(reddit.calls).toHaveLength(calls);
  reddit.instead = () => removeByKey("user", "midway").then(() => null);
  expect(await refusal("Midway")).toMatchObject({ error: "hearts.removed" });
});

test("a heart of a post that was deleted brings back nothing of a removed community", async () => {
  const posts = [heartable("ash1", { author: "Ash", subreddit: "Cinders" })];
  const app = appOver(standIn({ Ash: { posts } }));
  const { cookie } = await voter(app);
  await storedUser("t2_ash1", "Ash");
  await storedPost("t3_ash1", "t2_ash1");
  await env.DB.prepare(
    `update reddit_post set title = '', subreddit = '', media = null, removed_at = 1, checked_at = 1
     where id = 't3_ash1'`,
  ).run();
  await removeByKey("subreddit", "cinders");
  const vote = "/api/leaderboard/posts/ash1/vote";
  expect((await app.request(vote, { method: "POST", headers: { cookie } })).status).toBe(410);
  const row = env.DB.prepare(
    "select title, media, removed_at from reddit_post where id = 't3_ash1'",
  );
  expect(await row.first()).toEqual({ title: "", media: null, removed_at: 1 });
});

test("saved lists and the export show no name, title or media of removed targets until they are lifted", async () => {
  const app = testApp();
  const { cookie } = await signUp(app, "saver_one");
  const headers = { cookie };
  await storedUser("t2_s1", "Saved_One");
  await storedUser("t2_s2", "Saved_Two");
  await storedPost("t3_s1", "t2_s1");
  await storedPost("t3_s2", "t2_s2");
  await storedPost("t3_s3", "t2_s2");
  await env.DB.prepare("update reddit_post set subreddit = 'Secret' where id = 't3_s3'").run();
  for (const path of ["users/saved_one", "users/saved_two", "posts/s1", "posts/s2", "posts/s3"]) {
    const vote = await app.request(`/api/leaderboard/${path}/vote`, { method: "POST", headers });
    expect(vote.status).toBe(200);
  }
  const saved = async () => {
    const read = async <T>(path: string) => (await app.request(path, { headers })).json<T>();
    const { users } = await read<SavedUsersResponse>("/api/leaderboard/saved/users?limit=2");
    const posts = await read<SavedPostsResponse>("/api/leaderboard/saved/posts?limit=2");
    const { hearts } = await read<AccountExport>("/api/user/export");
    return {
      users: users.map(({ username }) => username).toSorted(),
      posts: posts.posts.map(({ id }) => id).toSorted(),
      next: posts.nextPage !== null,
      names: hearts.users.map(({ username }) => username).toSorted(),
      titles: hearts.posts.map(({ title }) => title).toSorted(),
    };
  };
  const before = await saved();
  expect(before).toMatchObject({ next: true, names: ["Saved_One", "Saved_Two"] });
  await removeByKey("user", "saved_one");
  await removeByKey("subreddit", "secret");
  // Keys of another kind hide nothing here.
  await removeByKey("subreddit", "saved_two");
  await removeByKey("user", "pics");
  expect(await saved()).toEqual({
    users: ["Saved_Two"],
    posts: ["t3_s2"],
    next: false,
    names: ["Saved_Two"],
    titles: ["Title of t3_s2", null, null],
  });
  await removeByKey("post", "t3_s2");
  expect((await saved()).posts).toEqual([]);
  await env.DB.prepare("delete from removal").run();
  expect(await saved()).toEqual(before);
});
