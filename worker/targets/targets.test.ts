import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { ErrorBody } from "#schema/api/errors.ts";
import type { LeaderboardPostsResponse } from "#schema/api/leaderboard.ts";
import type { SavedPostsResponse, SavedUsersResponse } from "#schema/api/saved.ts";
import type { VoteResponse } from "#schema/api/hearts.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { shutLimit } from "#worker/testing/rate-limits.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const reddit = smallReddit();
const clock = testClock();
const app = testApp({ fetch: reddit.fetch, env: reddit.env, clock });
let ann: Person;

const call = (method: string, path: string) =>
  app.request(`/api/leaderboard${path}`, { method, headers: { Cookie: ann.cookie } });

async function read<T>(path: string, method = "GET"): Promise<T> {
  const answer = await call(method, path);
  expect(answer.status, path).toBe(200);
  return answer.json<T>();
}

const row = (table: string, id: string) =>
  env.DB.prepare(`select * from ${table} where id = ?`).bind(id).first<Record<string, unknown>>();

const vote = (path: string, method = "POST") => read<VoteResponse>(`${path}/vote`, method);

beforeAll(async () => {
  ann = await signUp(app, "ann");
  reddit.addUser("Maker-One");
  for (const id of ["aa1", "aa2", "aa3"]) reddit.addPost(id, "Maker-One");
});

test("the first heart of a user stores their profile from Reddit, under Reddit's spelling of the name", async () => {
  expect(await vote("/users/maker-one")).toMatchObject({ voted: true, heartCount: 1 });
  expect(await row("reddit_user", "t2_makerone")).toMatchObject({
    reddit_username: "Maker-One",
    display_name: "Maker-One the maker",
    avatar_url: "https://styles.redditmedia.com/makerone.png",
    heart_count: 1,
  });
  expect(await vote("/users/maker-one", "DELETE")).toMatchObject({ heartCount: 0 });
});

test("a heart of a post stores the whole post with its owner, and the owner's picture follows", async () => {
  reddit.addUser("Other_Maker");
  reddit.addPost("bb1", "Other_Maker");
  expect(await vote("/posts/bb1")).toMatchObject({ voted: true, heartCount: 1 });
  const { posts } = await read<SavedPostsResponse>("/saved/posts");
  expect(posts[0]).toMatchObject({
    id: "t3_bb1",
    title: "Title of bb1",
    username: "Other_Maker",
    author: "Other_Maker",
    authorAvatar: "https://styles.redditmedia.com/othermaker.png",
    media: { kind: "image", image: { url: "https://i.redd.it/bb1.jpg" } },
    score: 5,
    numComments: 2,
    heartCount: 1,
  });
  await vote("/posts/bb1", "DELETE");
});

test("a title is stored as long as a listing shows it", async () => {
  reddit.addUser("Long_Teller");
  reddit.addPost("lt1", "Long_Teller", { title: "x".repeat(1_500) });
  await vote("/posts/lt1");
  const { posts } = await read<SavedPostsResponse>("/saved/posts");
  expect(posts[0]?.title).toHaveLength(1_000);
  await vote("/posts/lt1", "DELETE");
});

test("a target Reddit does not know is 404 and nothing is stored", async () => {
  for (const path of ["/users/no_such_user/vote", "/posts/zz9/vote", "/users/t2_nobody/vote"]) {
    const answer = await call("POST", path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: "hearts.target_not_found" });
  }
  const stored = await env.DB.prepare(
    "select count(*) as n from reddit_user where reddit_username = 'no_such_user'",
  ).first("n");
  expect(stored).toBe(0);
});

test("a heart for a suspended user says that the account is suspended, and stores nothing", async () => {
  reddit.addUser("Barred", { id: undefined, is_suspended: true });
  const answer = await call("POST", "/users/barred/vote");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    error: "hearts.target_suspended",
    message: "Reddit has suspended this account.",
  });
  expect(await read("/users/barred/vote-status")).toMatchObject({ voted: false, heartCount: 0 });
});

test("while Reddit is down a heart of a new target is an error, and a heart of a stored target is added", async () => {
  reddit.addPost("cc1", "Maker-One");
  await vote("/posts/aa1");
  await vote("/posts/aa1", "DELETE");
  reddit.failure = () => new Response("<html>blocked by network security</html>", { status: 403 });
  const answer = await call("POST", "/posts/cc1/vote");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: "reddit.blocked" });
  expect(await vote("/posts/aa1")).toMatchObject({ heartCount: 1 });
  reddit.failure = null;
});

test("a post deleted at Reddit leaves boards and lists, loses title and media, and its heart can be taken back", async () => {
  await vote("/posts/aa1");
  await vote("/posts/aa2");
  await vote("/users/maker-one");
  await runScheduled("leaderboard", app.deps());
  reddit.removePost("aa1");
  clock.advance(3_600_000);
  await runScheduled("recheck", app.deps());

  const board = await read<LeaderboardPostsResponse>("/posts");
  expect(board.posts.map(({ id }) => id)).toEqual(["t3_aa2"]);
  const saved = await read<SavedPostsResponse>("/saved/posts");
  expect(saved.posts.map(({ id }) => id)).toEqual(["t3_aa2"]);
  expect(saved.total).toBe(1);
  const emptied = await row("reddit_post", "t3_aa1");
  expect(emptied).toMatchObject({ title: "", url: "", media: null, thumbnail_url: null });
  expect(JSON.stringify(emptied)).not.toMatch(/title_of|i\.redd\.it/);

  expect(await read("/posts/aa1/vote-status")).toMatchObject({ voted: true, heartCount: 1 });
  expect(await vote("/posts/aa1", "DELETE")).toMatchObject({ voted: false, heartCount: 0 });
  expect((await call("POST", "/posts/aa1/vote")).status).toBe(404);
  expect(await read("/posts/aa1/vote-status")).toMatchObject({ voted: false, heartCount: 0 });
});

test("a user deleted at Reddit leaves the saved list and can be un-hearted by name", async () => {
  reddit.addUser("Leaving");
  await vote("/users/leaving");
  reddit.removeUser("Leaving");
  clock.advance(3_600_000);
  await runScheduled("recheck", app.deps());
  const { users } = await read<SavedUsersResponse>("/saved/users");
  expect(users.map(({ username }) => username)).not.toContain("Leaving");
  expect(await row("reddit_user", "t2_leaving")).toMatchObject({
    display_name: null,
    avatar_url: null,
  });
  expect(await vote("/users/LEAVING", "DELETE")).toMatchObject({ voted: false, heartCount: 0 });
});

test("an emptied post that exists at Reddit again is restored by the next heart", async () => {
  reddit.addPost("aa1", "Maker-One", { title: "Back again" });
  expect(await vote("/posts/aa1")).toMatchObject({ voted: true, heartCount: 1 });
  expect(await row("reddit_post", "t3_aa1")).toMatchObject({
    title: "Back again",
    removed_at: null,
  });
});

test("while Reddit is down or its limit is used up, a heart of an emptied target is an error, not a 404", async () => {
  reddit.addUser("Returning");
  reddit.addPost("dd1", "Returning");
  for (const path of ["/posts/dd1", "/users/returning"]) await vote(path);
  reddit.removePost("dd1");
  reddit.removeUser("Returning");
  clock.advance(3_600_000);
  await runScheduled("recheck", app.deps());
  const errors = async () => {
    const answers = await Promise.all(
      ["/posts/dd1/vote", "/users/returning/vote"].map((path) => call("POST", path)),
    );
    return Promise.all(
      answers.map(async (one) => [
        (await one.json<ErrorBody>()).error,
        Number(one.headers.get("Retry-After")),
      ]),
    );
  };
  reddit.failure = () => new Response("<html>blocked by network security</html>", { status: 403 });
  const whileDown = await errors();
  reddit.failure = null;
  reddit.headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" };
  await vote("/users/maker-one");
  reddit.addPost("dd2", "Maker-One");
  await vote("/posts/dd2");
  const whileBusy = await errors();
  reddit.headers = {};
  clock.advance(60_000);
  const blocked = ["reddit.blocked", 0];
  expect(whileDown).toEqual([blocked, blocked]);
  const refused = ["reddit.rate_limited", expect.closeTo(60, -1)];
  expect(whileBusy).toEqual([refused, refused]);
});

test("a heart of an emptied target by a visitor without calls left names their own limit and the wait", async () => {
  reddit.addPost("ee1", "Maker-One");
  await vote("/posts/ee1");
  reddit.removePost("ee1");
  clock.advance(3_600_000);
  await runScheduled("recheck", app.deps());
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: shutLimit };
  const spent = testApp({ clock, fetch: reddit.fetch, env: { ...reddit.env, ...limits } });
  const headers = { Cookie: ann.cookie };
  const answer = await spent.request("/api/leaderboard/posts/ee1/vote", {
    method: "POST",
    headers,
  });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("Retry-After")).toBe("60");
  expect(await answer.json()).toMatchObject({ error: "search.too_many" });
});

test("a re-check brings score and comments up to date", async () => {
  reddit.addPost("aa2", "Maker-One", { score: 999, num_comments: 77 });
  clock.advance(3_600_000);
  await runScheduled("recheck", app.deps());
  expect(await row("reddit_post", "t3_aa2")).toMatchObject({ score: 999, num_comments: 77 });
});

test("while Reddit does not answer nothing is emptied", async () => {
  reddit.failure = () => new Response("", { status: 500 });
  clock.advance(3_600_000);
  await runScheduled("recheck", app.deps());
  reddit.failure = null;
  expect(await row("reddit_post", "t3_aa2")).toMatchObject({ removed_at: null, score: 999 });
});

test("a run checks the longest unchecked targets, the next run checks the rest", async () => {
  const statements = Array.from({ length: 620 }, (_, index) =>
    env.DB.prepare(
      `insert into reddit_post (id, reddit_user_id, title, subreddit, created, url, media_type, permalink, gallery_images, thumbnails, checked_at)
       values (?, 't2_makerone', 'x', 'pics', 1, 'https://i.redd.it/x.jpg', 'image', '/x', '[]', '[]', ?)`,
    ).bind(`t3_old${index}`, index),
  );
  await env.DB.batch(statements);
  reddit.asked.length = 0;
  clock.advance(3_600_000);
  app.meter.reset();
  await runScheduled("recheck", app.deps());
  expect(reddit.asked.filter((path) => path === "/api/info")).toHaveLength(5);
  // Reddit leaves out all of them, so each answer is doubted, and its posts' owners are read.
  expect(app.meter.rowsRead).toBeLessThan(5_500);
  const left = await env.DB.prepare(
    "select count(*) as n from reddit_post where id like 't3_old%' and removed_at is null",
  ).first("n");
  expect(left).toBe(120);
});

test("while the source's calls are nearly used up an owner's profile is left to the re-check", async () => {
  const reddit = smallReddit();
  reddit.addUser("Spared");
  reddit.addPost("spared", "Spared");
  reddit.headers = { "x-ratelimit-remaining": "9.0", "x-ratelimit-reset": "120" };
  const app = testApp({ fetch: reddit.fetch, env: reddit.env });
  const { cookie } = await signUp(app, "thrifty");
  const path = "/api/leaderboard/posts/spared/vote";
  expect((await app.request(path, { method: "POST", headers: { cookie } })).status).toBe(200);
  expect(reddit.asked).toEqual(["/api/info"]);
});

test("a heart is added though its post's owner cannot be looked up", async () => {
  const lines = loggedLines();
  const reddit = smallReddit();
  reddit.addUser("Unread");
  reddit.addPost("unread", "Unread");
  reddit.failsFor = (path) => path.endsWith("/about");
  const app = testApp({ fetch: reddit.fetch, env: reddit.env });
  const { cookie } = await signUp(app, "hearty");
  const path = "/api/leaderboard/posts/unread/vote";
  expect((await app.request(path, { method: "POST", headers: { cookie } })).status).toBe(200);
  expect(lines("owner_profile")).toHaveLength(1);
});
