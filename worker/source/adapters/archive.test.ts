import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { idsOf, search, walk } from "#worker/testing/search.ts";
import {
  NEWEST,
  picturePost,
  picturePosts,
  REDDIT_ENV,
  standIn,
  type RawPost,
} from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { lookUpPost } from "#worker/lookup/look-up.ts";
import { recheckPost, recheckUser } from "#worker/lookup/check-source.ts";
import { openMainSource } from "#worker/source/open.ts";

const ENV = { POST_SOURCE: "archive" };
const by = (author: string, posts = picturePosts(3)): RawPost[] =>
  posts.map((post) => ({ ...post, author }));

test("posts of the same second at the end of a batch are neither lost nor repeated", async () => {
  const posts = by("Twins", picturePosts(260)).map((post, index): RawPost => ({
    ...post,
    created_utc: NEWEST - Math.floor(index / 7) * 60,
  }));
  const archive = archiveStandIn(posts);
  const app = testApp({ fetch: archive.fetch, env: ENV });
  const pages = await walk(app, { username: "Twins", limit: 30 });
  expect(idsOf(pages)).toEqual(posts.map(({ name }) => name));
  expect(pages[0]).toMatchObject({
    source: "archive",
    sortExact: true,
    userInfo: { username: "Twins" },
  });
  expect(archive.calls.filter(({ pathname }) => pathname === "/api/posts/search")).toHaveLength(3);
});

test("where the archive is the only source, later batches are fresh for five minutes too", async () => {
  const archive = archiveStandIn(by("Deep", picturePosts(250)));
  const clock = testClock();
  const app = testApp({ fetch: archive.fetch, env: ENV, clock });
  const [, second] = await walk(app, { username: "Deep", limit: 60 });
  const ask = () => search(app, { username: "Deep", limit: 60, after: second?.nextPage });
  archive.calls.length = 0;
  clock.advance(4 * 60_000);
  expect(await ask()).toMatchObject({ source: "archive", checked: false });
  expect(archive.calls).toHaveLength(0);
  clock.advance(2 * 60_000);
  await ask();
  expect(archive.calls).toHaveLength(1);
});

test("more posts in one second than a batch holds end the walk instead of repeating it", async () => {
  const posts = by("Flood", picturePosts(150)).map((post) => ({ ...post, created_utc: NEWEST }));
  const app = testApp({ fetch: archiveStandIn(posts).fetch, env: ENV });
  const ids = idsOf(await walk(app, { username: "Flood", limit: 100 }));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(100);
});

test.each([
  ["before 1970", -1],
  ["after the year 9999", 10 ** 13],
])("posts from %s end the walk instead of beginning it again", async (when, created) => {
  const username = `Odd_${Math.abs(created)}`;
  const posts = by(username, picturePosts(150)).map((post, index): RawPost => ({
    ...post,
    created_utc: created - index,
  }));
  const app = testApp({ fetch: archiveStandIn(posts).fetch, env: ENV });
  const first = await search(app, { username, limit: 100 });
  const second = await search(app, { username, limit: 100, after: first.nextPage });
  expect(first.posts, when).toHaveLength(100);
  expect(idsOf([second]).filter((id) => idsOf([first]).includes(id))).toEqual([]);
  expect(second.nextPage).toBeNull();
});

test("a position of another source is an error, not the first batch again", async () => {
  const archive = archiveStandIn(by("Placed"));
  const deps = testApp({ fetch: archive.fetch, env: ENV }).deps();
  const request = { username: "Placed", sort: "new", from: "t3_p1" } as const;
  await expect(openMainSource(deps).listing(request)).rejects.toThrow("no place");
  expect(archive.calls).toEqual([]);
});

test("hot and top are sorted within each batch, and the answer marks the order as inexact", async () => {
  const posts = by("Ranked", [
    picturePost(0, { score: 1 }),
    picturePost(2, { score: 9 }),
    picturePost(3, { score: 50, created_utc: NEWEST - 3 * 86_400 }),
  ]);
  const app = testApp({ fetch: archiveStandIn(posts).fetch, env: ENV });
  const top = await search(app, { username: "Ranked", sortBy: "top" });
  expect(top).toMatchObject({ sortExact: false, source: "archive" });
  expect(top.posts.map(({ score }) => score)).toEqual([50, 9, 1]);
  const hot = await search(app, { username: "Ranked", sortBy: "hot" });
  expect(
    hot.posts.map(({ score }) => score),
    "an old post is less hot",
  ).toEqual([9, 1, 50]);
  const newest = await search(app, { username: "Ranked", sortBy: "new" });
  expect(newest.posts.map(({ score }) => score)).toEqual([1, 9, 50]);
});

test("each order is a batch of its own: by top, of two posts of a picture the one with more points is shown", async () => {
  const url = "https://i.redd.it/same.jpg";
  const posts = by("Reposter", [
    picturePost(0, { url, score: 2 }),
    picturePost(1, { score: 50 }),
    picturePost(2, { url, score: 900 }),
  ]);
  const archive = archiveStandIn(posts);
  const app = testApp({ fetch: archive.fetch, env: ENV });
  const scoresBy = async (sortBy: string) =>
    (await search(app, { username: "Reposter", sortBy })).posts.map(({ score }) => score);
  expect(await scoresBy("new")).toEqual([2, 50]);
  expect(await scoresBy("top")).toEqual([900, 50]);
  expect(await scoresBy("hot")).toEqual([900, 50]);
  expect(archive.calls.filter(({ pathname }) => pathname === "/api/posts/search")).toHaveLength(3);
});

test("the archive that lists no posts of a user with karma does not say that they hide posts", async () => {
  const archive = archiveStandIn(by("Unlisted", [picturePost(1)]));
  archive.instead = ({ pathname }) =>
    pathname === "/api/posts/search" ? Response.json({ data: [] }) : null;
  const app = testApp({ fetch: archive.fetch, env: ENV });
  expect(await search(app, { username: "Unlisted" })).toMatchObject({
    posts: [],
    profileState: "hidden",
    message: "The archive lists none of this user's posts.",
  });
});

test("a post deleted at Reddit is not shown from the archive", async () => {
  const posts = by("Erased", [
    picturePost(0, { _meta: { was_deleted_later: true } }),
    picturePost(1, { removed_by_category: "author" }),
    picturePost(2),
  ]);
  const app = testApp({ fetch: archiveStandIn(posts).fetch, env: ENV });
  expect(idsOf([await search(app, { username: "Erased" })])).toEqual(["t3_p2"]);
  expect(await lookUpPost(app.deps(), "p0", () => false)).toBeNull();
});

test("an author unknown to the archive costs two calls and is not found, and an unknown post is not taken for deleted", async () => {
  const archive = archiveStandIn(by("Seen"));
  const app = testApp({ fetch: archive.fetch, env: ENV });
  expect(await search(app, { username: "Unseen" })).toMatchObject({
    userExists: false,
    message: 'The user "u/Unseen" could not be found on Reddit.',
  });
  expect(archive.calls.map(({ pathname }) => pathname).toSorted()).toEqual([
    "/api/posts/search",
    "/api/users/search",
  ]);
  const deps = app.deps();
  expect(await recheckPost(deps, "t3_new")).toEqual({ state: "unknown", failure: null });
  expect(await recheckPost(deps, "p1")).toMatchObject({ state: "there" });
  expect(await recheckUser(deps, "Fresh")).toEqual({ state: "unknown", failure: null });
});

const FAULTS: [string, () => Response | Promise<Response>, number, string][] = [
  ["refused", () => Promise.reject(new Error("refused")), 503, "archive.unavailable"],
  ["500", () => new Response("Query timed out", { status: 500 }), 503, "archive.unavailable"],
  ["403", () => new Response("<html>", { status: 403 }), 503, "archive.unavailable"],
  ["text", () => new Response("Timeout. Maybe slow down a bit"), 503, "archive.unavailable"],
  ["error", () => Response.json({ data: null, error: "x" }), 503, "archive.unavailable"],
  ["429", () => new Response("too many requests", { status: 429 }), 429, "archive.rate_limited"],
];

test.each(FAULTS)("the archive's %s has its own answer", async (name, fault, status, error) => {
  const archive = archiveStandIn([]);
  archive.instead = fault;
  const app = testApp({ fetch: archive.fetch, env: ENV });
  const answer = await app.send("POST", "/api/reddit/search", { username: `fault-${name}` });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ success: false, error });
});

/** A deployment with Reddit and the archive; each test decides which one answers. */
function both(name: string, fallback: "on" | "off") {
  const reddit = standIn({ [name]: { posts: picturePosts(30) } });
  const archive = archiveStandIn(by(name, picturePosts(40)));
  const clock = testClock();
  const app = testApp({
    clock,
    fetch: besideReddit(reddit, archive),
    env: { ...REDDIT_ENV, ARCHIVE_FALLBACK: fallback, REDDIT_CLIENT_ID: name },
  });
  return { reddit, archive, clock, app };
}

const REFUSALS: [string, () => Response][] = [
  ["blocked", () => new Response("<html>", { status: 403 })],
  ["limited", () => new Response("", { status: 429 })],
  ["down", () => new Response("<html>", { status: 500 })],
];

test.each(REFUSALS)(
  "with the fallback on, a Reddit that is %s is answered from the archive to the end of the walk",
  async (what, refusal) => {
    const { reddit, clock, app } = both(`Fallback-${what}`, "on");
    reddit.instead = refusal;
    const first = await search(app, { username: `Fallback-${what}`, limit: 30 });
    expect(first).toMatchObject({ source: "archive", total: 40 });
    reddit.instead = () => null;
    clock.advance(11_000);
    const second = await search(app, {
      username: `Fallback-${what}`,
      limit: 30,
      after: first.nextPage,
    });
    expect(second).toMatchObject({ source: "archive", nextPage: null });
    expect(idsOf([first, second])).toHaveLength(40);
    expect(await search(app, { username: `Fallback-${what}` })).toMatchObject({ source: "reddit" });
  },
);

test("with the fallback off, or the archive down too, Reddit's own error is the answer", async () => {
  const off = both("No-fallback", "off");
  off.reddit.instead = () => new Response("<html>", { status: 403 });
  const refused = await off.app.send("POST", "/api/reddit/search", { username: "No-fallback" });
  expect(await refused.json()).toMatchObject({ error: "reddit.blocked" });
  expect(off.archive.calls).toEqual([]);
  const down = both("Both-down", "on");
  down.reddit.instead = () => new Response("<html>", { status: 403 });
  down.archive.instead = () => new Response("", { status: 500 });
  const answer = await down.app.send("POST", "/api/reddit/search", { username: "Both-down" });
  expect(await answer.json()).toMatchObject({ error: "reddit.blocked" });
});

test("with the fallback on, a user and a post come from the archive too, but an unknown user is Reddit's error", async () => {
  const name = "Fallback-one";
  const { reddit, app } = both(name, "on");
  reddit.instead = () => new Response("<html>", { status: 403 });
  const user = await app.request(`/api/reddit/user/${name}`);
  expect(await user.json()).toMatchObject({ userExists: true, userInfo: { username: name } });
  const post = await app.request("/api/reddit/post/p3");
  expect(await post.json()).toMatchObject({ success: true, post: { id: "t3_p3" } });
  expect((await app.request(`/api/badges/users/${name}`)).status).toBe(200);
  expect((await env.KV.list({ prefix: "badges:" })).keys, "badges are not kept").toEqual([]);
  for (const path of ["/api/reddit/user/Not-in-archive", "/api/reddit/post/zzz"]) {
    expect(await (await app.request(path)).json()).toMatchObject({ error: "reddit.blocked" });
  }
  const search = await app.send("POST", "/api/reddit/search", { username: "Not-in-archive" });
  expect(await search.json()).toMatchObject({ error: "reddit.blocked" });
});

test("a cached entry is shown before the archive is asked", async () => {
  const { reddit, archive, clock, app } = both("Cached-first", "on");
  await search(app, { username: "Cached-first" });
  reddit.instead = () => new Response("<html>", { status: 403 });
  clock.advance(6 * 60_000);
  expect(await search(app, { username: "Cached-first" })).toMatchObject({
    source: "reddit",
    stale: true,
    total: 30,
  });
  expect(archive.calls).toEqual([]);
});
