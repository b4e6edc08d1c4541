import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type {
  LeaderboardPostsResponse,
  LeaderboardUsersResponse,
} from "#schema/api/leaderboard.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { BOARD_PERIOD_MS } from "#worker/leaderboard/board.rules.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { brokenD1, failingD1, readOnlyD1 } from "#worker/testing/faulty-d1.ts";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";

const freshCopy = () =>
  Promise.all(["users", "posts"].map((kind) => env.KV.delete(`board:${kind}`)));

async function board<T = LeaderboardUsersResponse>(app: TestApp, path: string): Promise<T> {
  const answer = await app.request(`/api/leaderboard/${path}`);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("application/json");
  return answer.json<T>();
}

beforeAll(async () => {
  for (let index = 0; index < 130; index += 1) {
    await storedUser(`t2_u${index}`, `maker_${index}`, index);
  }
  await storedPost("t3_best", "t2_u5", 9);
  await storedPost("t3_next", "t2_u6", 4);
});

test("the first read without a snapshot computes one of a hundred entries, ranked from 1", async () => {
  const users = await board(testApp(), "users?limit=100");
  expect(users).toMatchObject({ type: "users", total: 100 });
  expect(users.generated).toBe("2026-11-01T12:00:00.000Z");
  expect(users.users).toHaveLength(100);
  expect(users.users[0]).toEqual({
    id: "t2_u129",
    username: "maker_129",
    displayName: "maker_129 the creator",
    avatarUrl: null,
    heartCount: 129,
    rank: 1,
  });
  expect(users.users.map(({ rank }) => rank)).toEqual(users.users.map((_, index) => index + 1));
});

test("a post's entry has every field of a post", async () => {
  const { posts, total } = await board<LeaderboardPostsResponse>(testApp(), "posts");
  expect(total).toBe(2);
  const row = await env.DB.prepare(
    "select media, thumbnails from reddit_post where id = 't3_best'",
  ).first<{ media: string; thumbnails: string }>();
  expect(posts[0]).toMatchObject({
    id: "t3_best",
    rank: 1,
    heartCount: 9,
    username: "maker_5",
    redditUrl: "https://www.reddit.com/r/pics/comments/best/title/",
    subredditIsNsfw: false,
    media: JSON.parse(row?.media ?? ""),
    thumbnails: JSON.parse(row?.thumbnails ?? ""),
    galleryImages: [],
    alsoIn: [],
  });
});

test("limit is 10 by default and 1 to 100; anything else is 400", async () => {
  const app = testApp();
  for (const query of ["users", "users?limit="])
    expect((await board(app, query)).users).toHaveLength(10);
  expect((await board(app, "users?limit=1")).users).toHaveLength(1);
  for (const limit of ["0", "101", "-1", "1.5", "abc", "1e2", "%00"]) {
    const answer = await app.request(`/api/leaderboard/posts?limit=${limit}`);
    expect(answer.status, limit).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { limit: expect.any(String) } });
  }
});

test("ties go to the earlier first heart, then to the smaller id", async () => {
  const set = (id: string, firstHeartAt: number) =>
    env.DB.prepare(
      "update reddit_user set heart_count = 500, first_heart_at = ? where id = ?",
    ).bind(firstHeartAt, id);
  await env.DB.batch([set("t2_u3", 900), set("t2_u1", 900), set("t2_u2", 100)]);
  const app = testApp();
  await recomputeBoards(app.deps());
  const { users } = await board(app, "users?limit=3");
  expect(users.map(({ id }) => id)).toEqual(["t2_u2", "t2_u1", "t2_u3"]);
});

test("readers see the snapshot, not live rows, until the next one", async () => {
  const app = testApp();
  const before = await board(app, "users?limit=1");
  await env.DB.prepare("update reddit_user set heart_count = 600 where id = 't2_u50'").run();
  expect(await board(app, "users?limit=1")).toEqual(before);
  await recomputeBoards(app.deps());
  expect((await board(app, "users?limit=1")).users[0]?.id).toBe("t2_u50");
});

test("a second run in one period gives the same board and leaves one version in the table", async () => {
  const app = testApp();
  await recomputeBoards(app.deps());
  const first = await board(app, "users?limit=100");
  await recomputeBoards(app.deps());
  await recomputeBoards(testApp().deps());
  expect(await board(app, "users?limit=100")).toEqual(first);
  const versions = await env.DB.prepare(
    "select kind, count(distinct version) as n from leaderboard_snapshot group by kind",
  ).all<{ n: number }>();
  expect(versions.results.map(({ n }) => n)).toEqual([1, 1]);
});

test("memory is read first, then KV, then the snapshot; each alone is enough", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  const fromMemory = await board(app, "users");
  app.meter.reset();
  await freshCopy();
  expect(await board(app, "users")).toEqual(fromMemory);
  expect(app.meter.calls).toBe(0);

  clock.advance(31_000);
  expect(await board(app, "users")).toEqual(fromMemory);
  expect(app.meter.statements, "the snapshot, and the removals in the background").toBe(2);

  clock.advance(31_000);
  app.meter.reset();
  expect(await board(app, "users")).toEqual(fromMemory);
  expect(app.meter.calls, "the copy in KV is back: only the removals").toBe(1);
  const [copy] = (await env.KV.list({ prefix: "board:users" })).keys;
  const keptMs = (copy?.expiration ?? 0) * 1000 - Date.now();
  expect(keptMs, "shown overdue").toBeGreaterThan(2 * BOARD_PERIOD_MS);
});

test("with a KV that fails or holds an invalid copy the board comes from the database", async () => {
  for (const nonsense of ["<html>", "1 2\npics\t{"]) {
    await env.KV.put("board:users", nonsense);
    expect((await board(testApp(), "users")).users).toHaveLength(10);
  }
  const lines = loggedLines();
  expect((await board(testApp({ env: { KV: failingKv } }), "users")).users).toHaveLength(10);
  expect(lines("board_copy")).not.toEqual([]);
});

const OVERDUE_MS = BOARD_PERIOD_MS + 2 * MINUTE_MS;

test("with the database down the stale board is shown", async () => {
  const clock = testClock();
  const { db, setDown } = failingD1();
  const app = testApp({ clock, env: { DB: db } });
  const before = await board(app, "users");
  await freshCopy();
  clock.advance(60_000);
  setDown(true);
  expect(await board(app, "users")).toEqual(before);
});

test("an overdue copy in KV does not replace a newer board that the isolate holds", async () => {
  const clock = testClock();
  const { db, setDown } = failingD1();
  const app = testApp({ clock, env: { DB: db } });
  await recomputeBoards(app.deps());
  const overdue = (await env.KV.get("board:users")) ?? "";
  clock.advance(OVERDUE_MS);
  await recomputeBoards(app.deps());
  const held = await board(app, "users");
  await env.KV.put("board:users", overdue);
  clock.advance(31_000);
  setDown(true);
  expect((await board(app, "users")).generated).toBe(held.generated);
});

test("without a cron, a board older than six minutes is recomputed when it is read", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  await recomputeBoards(app.deps());
  await env.DB.prepare("update reddit_user set heart_count = 700 where id = 't2_u51'").run();
  clock.advance(43 * 60_000);
  await board(app, "users");
  clock.advance(60_000);
  for (const reader of [app, testApp({ clock })]) {
    const users = await board(reader, "users?limit=1");
    expect(users.generated).toBe("2026-11-01T12:43:00.000Z");
    expect(users.users[0]?.id).toBe("t2_u51");
  }
  const posts = await board<LeaderboardPostsResponse>(app, "posts");
  expect(posts.generated, "both boards are renewed together").toBe("2026-11-01T12:43:00.000Z");
});

const versions = async () =>
  (await env.DB.prepare("select version from leaderboard_current").all()).results;

test("readers of many isolates compute an overdue board once, and one that a punctual cron renews not at all", async () => {
  const clock = testClock(Date.parse("2026-11-02T12:00:00Z"));
  const isolates = Array.from({ length: 6 }, () => testApp({ clock }));
  const rowsWritten = () => isolates.reduce((sum, { meter }) => sum + meter.rowsWritten, 0);
  await recomputeBoards(isolates[0]?.deps() ?? testApp({ clock }).deps());
  const inPeriod = await versions();
  // Of two runs of the cron one can be early and the next one late.
  clock.advance(6 * 60_000);
  await Promise.all(isolates.map((app) => board(app, "users")));
  expect(await versions()).toEqual(inPeriod);

  clock.advance(60_000);
  await Promise.all(isolates.map((app) => board(app, "users")));
  const renewed = await versions();
  expect(renewed).not.toEqual(inPeriod);
  clock.advance(31_000);
  for (const { meter } of isolates) meter.reset();
  await Promise.all(isolates.map((app) => board(app, "posts")));
  expect(rowsWritten()).toBe(0);
  expect(await versions()).toEqual(renewed);
});

test("while another isolate holds the period's claim, the overdue board is served and nothing is computed", async () => {
  const lines = loggedLines();
  const clock = testClock(Date.parse("2026-11-03T12:00:00Z"));
  const app = testApp({ clock });
  await recomputeBoards(app.deps());
  const before = await board(app, "users");
  const computed = await versions();
  clock.advance(OVERDUE_MS);
  await env.DB.prepare(
    "insert or replace into cron_run (job, started_at) values ('leaderboard_on_read', ?)",
  )
    .bind(clock.now() - BOARD_PERIOD_MS + 1)
    .run();
  expect(await board(app, "users")).toEqual(before);
  expect(await versions()).toEqual(computed);
  expect(lines("board_overdue")).toEqual([]);

  await env.DB.prepare("delete from cron_run where job = 'leaderboard_on_read'").run();
  clock.advance(31_000);
  await board(app, "users");
  expect(await versions(), "without the claim").not.toEqual(computed);
  expect(lines("board_overdue")).toHaveLength(1);
});

test("an overdue board is served while the database fails", async () => {
  const lines = loggedLines();
  const clock = testClock(Date.parse("2026-11-04T12:00:00Z"));
  await recomputeBoards(testApp({ clock }).deps());
  clock.advance(OVERDUE_MS);
  const DB = brokenD1("D1_ERROR: Network connection lost");
  const users = await board(testApp({ clock, env: { DB } }), "users");
  expect(users.generated).toBe("2026-11-04T12:00:00.000Z");
  expect(lines("board_stale")).toHaveLength(1);
});

test("a new isolate serves an overdue board from a database that takes no writes", async () => {
  const lines = loggedLines();
  const clock = testClock(Date.parse("2026-11-05T12:00:00Z"));
  await recomputeBoards(testApp({ clock }).deps());
  clock.advance(OVERDUE_MS);
  await env.KV.delete("board:users");
  const { db, setReadOnly } = readOnlyD1();
  setReadOnly(true);
  const users = await board(testApp({ clock, env: { DB: db } }), "users");
  expect(users.generated).toBe("2026-11-05T12:00:00.000Z");
  expect(lines("board_stale")).toHaveLength(1);
});

test("a community that becomes adult is marked on the board without a new snapshot", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  const flags = async () =>
    (await board<LeaderboardPostsResponse>(app, "posts")).posts.map((post) => post.subredditIsNsfw);
  expect(await flags()).toEqual([false, false]);
  await env.DB.prepare("insert into nsfw_subreddit (id, name) values ('x', 'pics')").run();
  clock.advance(60_000);
  // The first request renews the names without waiting for the database.
  expect([await flags(), await flags()][1]).toEqual([true, true]);
  await env.DB.prepare("delete from nsfw_subreddit where id = 'x'").run();
});

test("an emptied target is not on the next board", async () => {
  await env.DB.prepare("update reddit_post set removed_at = 1 where id = 't3_best'").run();
  const app = testApp();
  await recomputeBoards(app.deps());
  const { posts } = await board<LeaderboardPostsResponse>(app, "posts");
  expect(posts.map(({ id }) => id)).toEqual(["t3_next"]);
});
