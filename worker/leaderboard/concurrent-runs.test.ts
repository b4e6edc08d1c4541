import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { LeaderboardPostsResponse } from "#schema/api/leaderboard.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { holdingD1 } from "#worker/testing/faulty-d1.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";

beforeEach(async () => {
  await emptyTables();
  await Promise.all(["users", "posts"].map((kind) => env.KV.delete(`board:${kind}`)));
  await storedUser("t2_a", "maker", 5);
  await storedPost("t3_gone", "t2_a", 5);
});

async function postIds(app: TestApp): Promise<string[]> {
  const answer = await app.request("/api/leaderboard/posts");
  return (await answer.json<LeaderboardPostsResponse>()).posts.map(({ id }) => id);
}

test("a run that reads before another run and writes after it does not replace the newer board", async () => {
  const clock = testClock();
  const { db, answered, release } = holdingD1();
  const slow = testApp({ clock, env: { DB: db } });
  const slowRun = recomputeBoards(slow.deps());
  await answered;
  await env.DB.prepare("update reddit_post set removed_at = 1 where id = 't3_gone'").run();
  clock.advance(2_000);
  const fast = testApp({ clock });
  await recomputeBoards(fast.deps());
  clock.advance(2_000);
  release();
  expect((await slowRun).posts.entries).toEqual([]);
  const others = { memory: slow, KV: testApp({ clock }) };
  for (const [place, app] of Object.entries(others)) expect(await postIds(app), place).toEqual([]);
  await env.KV.delete("board:posts");
  expect(await postIds(testApp({ clock })), "D1").toEqual([]);
});

test("a board from a clock that was ahead is replaced", async () => {
  const clock = testClock();
  const ahead = testClock(clock.now() + 86_400_000);
  await recomputeBoards(testApp({ clock: ahead }).deps());
  await env.DB.prepare("update reddit_post set removed_at = 1 where id = 't3_gone'").run();
  const app = testApp({ clock });
  await recomputeBoards(app.deps());
  expect(await postIds(testApp({ clock }))).toEqual([]);
});

test("a run whose answers from the database are lost is repeated, and stores its boards", async () => {
  let batches = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await env.DB.batch(statements);
    if ((batches += 1) % 2 === 1) throw new Error("D1_ERROR: Network connection lost.");
    return results;
  };
  const DB = { prepare: env.DB.prepare.bind(env.DB), batch } as unknown as D1Database;
  const { posts } = await recomputeBoards(testApp({ env: { DB } }).deps());
  expect(posts.entries).toMatchObject([{ id: "t3_gone" }]);
  expect(batches, "one to read and one to write, each twice").toBe(4);
  await env.KV.delete("board:posts");
  expect(await postIds(testApp())).toEqual(["t3_gone"]);
});
