import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import { preview } from "#normalise/testing/raw-posts.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { search } from "#worker/testing/search.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost, type RawPost } from "#worker/testing/stand-in.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

/*
 * The archive has copies of what was deleted at Reddit. The database knows it of hearted posts and creators: "Some" has
 * deleted the posts p1 and p2, "Gone" the account.
 */
const by = (author: string, at: number): RawPost => ({
  ...picturePost(at, { title: `Title ${at}`, preview: preview(`still${at}`) }),
  author,
  author_fullname: `t2_${author.toLowerCase()}`,
});
const archive = archiveStandIn([
  ...[0, 1, 2, 3].map((at) => by("Some", at)),
  ...[4, 5].map((at) => by("Gone", at)),
]);
const reddit = smallReddit();
reddit.failsFor = () => true;
const fetch = besideReddit(reddit, archive);
const APPS = {
  archive: testApp({ fetch, env: { POST_SOURCE: "archive" } }),
  fallback: testApp({ fetch, env: { ...reddit.env, ARCHIVE_FALLBACK: "on" } }),
};
const MODES = Object.entries(APPS);

beforeAll(async () => {
  await storedUser("t2_some", "Some", 1);
  await storedUser("t2_gone", "Gone", 1);
  for (const at of [0, 1, 2, 3]) await storedPost(`t3_p${at}`, "t2_some", 1);
  await env.DB.batch([
    env.DB.prepare("update reddit_user set removed_at = 2, checked_at = 2 where id = 't2_gone'"),
    env.DB.prepare(
      "update reddit_post set removed_at = 2, checked_at = 2 where id in ('t3_p1', 't3_p2')",
    ),
    // Emptied because it had no hearts: it may exist.
    env.DB.prepare("update reddit_post set removed_at = 2, checked_at = 1 where id = 't3_p3'"),
  ]);
});

test.each(MODES)("a search leaves out posts known as deleted (%s)", async (_, app) => {
  for (const waitForHearts of [true, false]) {
    const { posts, ...answer } = await search(app, { username: "some", waitForHearts });
    expect(posts.map(({ id }) => id)).toEqual(["t3_p0", "t3_p3"]);
    expect(answer).toMatchObject({ source: "archive", checked: false, total: 2, nextPage: null });
  }
});

test.each(MODES)("pages go on past posts known as deleted (%s)", async (_, app) => {
  const ids: string[][] = [];
  let after: string | null = null;
  do {
    const page = await search(app, { username: "some", limit: 1, after });
    ids.push(page.posts.map(({ id }) => id));
    after = page.nextPage;
  } while (after !== null);
  expect(ids).toEqual([["t3_p0"], [], [], ["t3_p3"]]);
});

test.each(MODES)("a creator known as deleted is not found (%s)", async (_, app) => {
  const answer = await search(app, { username: "gone" });
  const unknown = { userExists: false, profileState: "not_found", userInfo: null };
  expect(answer).toMatchObject({ ...unknown, posts: [], total: 0, nextPage: null });
  const user = await app.request("/api/reddit/user/gone");
  expect(await user.json()).toMatchObject(unknown);
  expect((await app.request("/user/gone/feed.json")).status).toBe(404);
});

test.each(MODES)("a post known as deleted, or whose creator is, is 404 (%s)", async (_, app) => {
  const status = async (id: string) => (await app.request(`/api/reddit/post/${id}`)).status;
  expect(await Promise.all(["p0", "p1", "p2", "p3", "p4"].map(status))).toEqual([
    200, 404, 404, 200, 404,
  ]);
});

test.each(MODES)("feeds and pages leave them out (%s)", async (_, app) => {
  const feed = await (await app.request("/user/some/feed.json")).text();
  expect([0, 1, 2, 3].filter((at) => feed.includes(`Title ${at}`))).toEqual([0, 3]);
  for (const path of ["/user/some", "/user/some?post=p1", "/user/gone?post=p4"]) {
    const page = await (await app.request(path)).text();
    expect(page, path).not.toMatch(/Title [1245]|still[1245]/);
  }
});

test("the feed of followed creators leaves them out where the archive is the source", async () => {
  const app = APPS.archive;
  for (const username of ["some", "gone"]) await search(app, { username });
  const answer = await app.send("POST", "/api/following/feed", { users: ["Some", "Gone"] });
  const { posts, creators } = await answer.json<FollowingResponse>();
  expect(posts.map(({ id }) => id)).toEqual(["t3_p0", "t3_p3"]);
  expect(creators.map(({ username }) => username)).toEqual(["Some"]);
});

test("while Reddit answers, its posts are shown whatever the database knew", async () => {
  const { id } = picturePost(1);
  const alive = smallReddit();
  alive.addPost(String(id), "Some");
  const app = testApp({ fetch: besideReddit(alive, archive), env: alive.env });
  expect((await app.request(`/api/reddit/post/${String(id)}`)).status).toBe(200);
});
