import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type {
  LeaderboardPostsResponse,
  LeaderboardUsersResponse,
} from "#schema/api/leaderboard.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { claimRenewal } from "#worker/leaderboard/leaderboard.store.ts";
import { brokenD1, failingD1 } from "#worker/testing/faulty-d1.ts";
import { clearRemovals, liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";
import { addRemoval, liftRemoval } from "./removals.service.ts";

beforeEach(clearRemovals);

const boardOf = async <T>(app: TestApp, kind: string): Promise<T> =>
  (await app.request(`/api/leaderboard/${kind}?limit=100`)).json<T>();

test("the next read of a board leaves out removed entries and moves later ones up; a lifted entry comes back", async () => {
  await env.DB.prepare("delete from reddit_user").run();
  for (const [index, hearts] of [50, 40, 30].entries()) {
    await storedUser(`t2_b${index}`, `Board_${index}`, hearts);
    await storedPost(`t3_b${index}`, `t2_b${index}`, hearts);
  }
  await env.DB.prepare("update reddit_post set subreddit = 'Secret' where id = 't3_b1'").run();
  const clock = testClock();
  const app = testApp({ clock });
  const other = testApp({ clock });
  await recomputeBoards(app.deps());
  const read = async (reader: TestApp) => {
    const users = await boardOf<LeaderboardUsersResponse>(reader, "users");
    const posts = await boardOf<LeaderboardPostsResponse>(reader, "posts");
    return {
      users: users.users.map(({ username, rank }) => `${rank} ${username}`),
      posts: posts.posts.map(({ id, rank }) => `${rank} ${id}`),
      totals: [users.total, posts.total],
    };
  };
  const before = await read(app);
  expect(before).toEqual({
    users: ["1 Board_0", "2 Board_1", "3 Board_2"],
    posts: ["1 t3_b0", "2 t3_b1", "3 t3_b2"],
    totals: [3, 3],
  });
  expect(await read(other)).toEqual(before);
  await removeByKey("user", "board_0");
  await removeByKey("subreddit", "secret");
  clock.advance(MINUTE_MS);
  const after = { users: ["1 Board_1", "2 Board_2"], posts: ["1 t3_b2"], totals: [2, 1] };
  expect(await read(app)).toEqual(after);
  expect(await read(other)).toEqual(after);
  const copies = await Promise.all(["users", "posts"].map((kind) => env.KV.get(`board:${kind}`)));
  expect(copies.join("\n"), "the copy was computed again").not.toMatch(/Board_0|t3_b1"/);
  await liftByKey("user", "board_0");
  await liftByKey("subreddit", "secret");
  clock.advance(MINUTE_MS);
  expect(await read(app)).toEqual(before);
  expect(await read(other)).toEqual(before);
});

test("in the isolate of the admin, removing and lifting show on the board at once", async () => {
  await env.DB.prepare("delete from reddit_user").run();
  await storedUser("t2_b6", "Board_6", 6);
  const clock = testClock(Date.parse("2026-11-20T12:00:00Z"));
  const app = testApp({ clock });
  await recomputeBoards(app.deps());
  const isShown = async () =>
    (await boardOf<LeaderboardUsersResponse>(app, "users")).users.length > 0;
  expect(await isShown()).toBe(true);
  const request = { kind: "user", key: "board_6", isAccountId: false, reason: "person" } as const;
  const { id } = await addRemoval(app.deps(), request, "admin");
  expect(await isShown()).toBe(false);
  // The job's board lacks the entry.
  await recomputeBoards(app.deps());
  clock.advance(10_000);
  await liftRemoval(app.deps(), id);
  expect(await isShown()).toBe(true);
});

test.each([
  ["an empty board", 0, "2026-12-01T12:00:00Z"],
  ["a board with entries", 2, "2026-12-01T13:00:00Z"],
])("%s is not recomputed while nothing is removed or lifted", async (_, entries, start) => {
  await env.DB.prepare("delete from reddit_user").run();
  for (let index = 0; index < entries; index += 1) {
    await storedUser(`t2_k${index}`, `Kept_${index}`, 5);
    await storedPost(`t3_k${index}`, `t2_k${index}`, 5);
  }
  await removeByKey("user", "board_0");
  const clock = testClock(Date.parse(start));
  const app = testApp({ clock });
  await recomputeBoards(app.deps());
  const { total } = await boardOf<LeaderboardUsersResponse>(app, "users");
  expect(total).toBe(entries);
  const versions = async () =>
    (await env.DB.prepare("select version from leaderboard_current").all()).results;
  const made = await versions();
  for (let minute = 0; minute < 4; minute += 1) {
    clock.advance(MINUTE_MS);
    await boardOf(app, "users");
    await boardOf(testApp({ clock }), "posts");
  }
  expect(await versions()).toEqual(made);
});

test("for changes of removals the boards are computed once in ten seconds, in all isolates", async () => {
  const { db } = testApp().deps();
  const start = Date.parse("2026-12-03T12:00:00Z");
  const claimAt = (ms: number) => claimRenewal(db, "removals", start + ms);
  expect(await claimAt(0)).toBe(true);
  expect(await claimAt(9_999)).toBe(false);
  expect(await claimAt(10_000)).toBe(true);
});

test("while another isolate computes the boards after a lifting, a reader asks again after five seconds", async () => {
  await env.DB.prepare("delete from reddit_user").run();
  await storedUser("t2_b7", "Board_7", 7);
  await removeByKey("user", "board_7");
  const clock = testClock(Date.parse("2026-12-04T12:00:00Z"));
  const app = testApp({ clock });
  const other = testApp({ clock, env: { DB: failingD1().db } });
  await recomputeBoards(other.deps());
  const isShown = async () =>
    (await boardOf<LeaderboardUsersResponse>(app, "users")).users.length > 0;
  expect(await isShown()).toBe(false);
  await liftByKey("user", "board_7");
  clock.advance(MINUTE_MS);
  expect(await claimRenewal(other.deps().db, "removals", clock.now())).toBe(true);
  expect(await isShown()).toBe(false);
  await recomputeBoards(other.deps());
  clock.advance(5_000);
  expect(await isShown()).toBe(true);
});

test("with the database down, a board stored before a removal is shown without the removed entry", async () => {
  await env.DB.prepare("delete from reddit_user").run();
  await storedUser("t2_b8", "Board_8", 8);
  await storedUser("t2_b9", "Board_9", 9);
  await storedPost("t3_b8", "t2_b8", 8);
  await storedPost("t3_b9", "t2_b9", 9);
  const clock = testClock(Date.parse("2026-12-02T12:00:00Z"));
  await recomputeBoards(testApp({ clock }).deps());
  await env.KV.put("removals", '999\n["user/board_9"]');
  const app = testApp({ clock, env: { DB: brokenD1() } });
  const { users, total } = await boardOf<LeaderboardUsersResponse>(app, "users");
  expect(users.map(({ username, rank }) => `${rank} ${username}`)).toEqual(["1 Board_8"]);
  const { posts, ...counted } = await boardOf<LeaderboardPostsResponse>(app, "posts");
  expect(posts.map(({ id, rank }) => `${rank} ${id}`)).toEqual(["1 t3_b8"]);
  expect([total, counted.total]).toEqual([1, 1]);
});
