import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { VoteResponse } from "#schema/api/hearts.ts";
import { HOUR_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

async function newWorld(voter: string) {
  const clock = testClock();
  const reddit = smallReddit();
  const app = testApp({ clock, fetch: reddit.fetch, env: reddit.env });
  const { cookie } = await signUp(app, voter);
  const vote = async (path: string, method = "POST") => {
    const answer = await app.request(`/api/leaderboard/${path}/vote`, {
      method,
      headers: { Cookie: cookie },
    });
    expect(answer.status, path).toBe(200);
    return answer.json<VoteResponse>();
  };
  const recheck = async () => {
    reddit.asked.length = 0;
    await runScheduled("recheck", app.deps());
    return reddit.asked;
  };
  return { app, clock, reddit, vote, recheck };
}

const stored = async (table: string, columns: string) => {
  const { results } = await env.DB.prepare(
    `select ${columns} from ${table} where removed_at is null order by 1`,
  ).all();
  return results.map((row) => Object.values(row));
};

beforeEach(emptyTables);

test("a target without hearts is emptied a day after it was stored, and not checked or counted again", async () => {
  const { app, clock, reddit, vote, recheck } = await newWorld("fickle");
  for (const name of ["Kept", "Dropped", "Author"]) reddit.addUser(name);
  reddit.addPost("kept", "Author");
  reddit.addPost("dropped", "Dropped");
  for (const path of ["users/Kept", "posts/kept", "users/Dropped", "posts/dropped"])
    await vote(path);
  for (const path of ["users/Dropped", "posts/dropped"]) await vote(path, "DELETE");

  clock.advance(2 * HOUR_MS);
  expect(await recheck()).toContain("/user/Dropped/about");
  clock.advance(22 * HOUR_MS);
  expect((await recheck()).toSorted()).toEqual([
    "/api/info",
    "/user/Author/about",
    "/user/Kept/about",
  ]);
  expect(await stored("reddit_user", "reddit_username")).toEqual([["Author"], ["Kept"]]);
  expect(await stored("reddit_post", "id, title")).toEqual([["t3_kept", "Title of kept"]]);
  const emptied = await env.DB.prepare(
    "select title, url, media, created from reddit_post where id = 't3_dropped'",
  ).first();
  expect(emptied).toEqual({ title: "", url: "", media: null, created: 0 });
  await runScheduled("target_counts", app.deps());
  const counts = await env.DB.prepare(
    "select outcome from cron_run where job = 'target_counts'",
  ).first<string>("outcome");
  expect(JSON.parse(counts ?? "")).toEqual({ users: 2, posts: 1 });

  // Puts the post into the cache, from which the next heart restores it.
  expect((await app.request("/api/reddit/post/dropped")).status).toBe(200);
  reddit.failure = () => new Response("", { status: 500 });
  expect(await vote("posts/dropped")).toMatchObject({ heartCount: 1 });
  reddit.failure = null;
  expect(await stored("reddit_post", "id, title, created > 0")).toEqual([
    ["t3_dropped", "Title of dropped", 1],
    ["t3_kept", "Title of kept", 1],
  ]);
  // Its owner is there again, with a profile.
  clock.advance(HOUR_MS / 60);
  await recheck();
  expect(await stored("reddit_user", "reddit_username, display_name")).toContainEqual([
    "Dropped",
    "Dropped the maker",
  ]);
});

test("an owner is emptied only after their last post", async () => {
  const { clock, reddit, vote, recheck } = await newWorld("fickler");
  reddit.addUser("Author");
  reddit.addPost("one", "Author");
  await vote("posts/one");
  await vote("users/Author");
  await vote("users/Author", "DELETE");
  clock.advance(30 * HOUR_MS);
  await recheck();
  expect(await stored("reddit_user", "reddit_username")).toEqual([["Author"]]);
  await vote("posts/one", "DELETE");
  clock.advance(2 * HOUR_MS);
  expect(await recheck()).toEqual([]);
  expect(await stored("reddit_user", "reddit_username")).toEqual([]);
});
