import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { heartsOf } from "#worker/hearts/hearts.service.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { cachedHearts } from "./heart-memory.ts";
import { NO_HEARTS } from "./hearts.rules.ts";

const postIds = Array.from({ length: 12 }, (_, index) => `t3_page${index}`);

beforeAll(async () => {
  await storedUser("t2_ann", "Ann_Lee", 7);
  for (const [index, id] of postIds.slice(0, 10).entries()) await storedPost(id, "t2_ann", index);
  const ranks = (kind: string, json: string) =>
    env.DB.prepare(
      "insert into leaderboard_current (kind, version, total, ranks, generated_at) values (?, 1, 1, ?, 0)",
    ).bind(kind, json);
  await env.DB.batch([
    ranks("users", '{"t2_ann":3}'),
    ranks("posts", '{"t3_page9":1,"t3_page8":2}'),
  ]);
});

test("a page's hearts and ranks are one statement of at most 40 rows read and none written", async () => {
  const app = testApp();
  const found = await heartsOf(app.deps(), { username: "aNN_lee", postIds });
  expect(found.user).toEqual({ heartCount: 7, rank: 3 });
  expect(found.posts.size).toBe(10);
  expect(found.posts.get("t3_page9")).toEqual({ heartCount: 9, rank: 1 });
  expect(found.posts.get("t3_page0")).toEqual({ heartCount: 0, rank: null });
  expect(app.meter).toMatchObject({ statements: 1, rowsWritten: 0 });
  expect(app.meter.rowsRead).toBeLessThanOrEqual(40);
});

test("without hearts a user is null and posts are absent", async () => {
  const found = await heartsOf(testApp().deps(), { username: "nobody", postIds: ["t3_none"] });
  expect(found).toEqual(NO_HEARTS);
});

test("without a username no user is read", async () => {
  const found = await heartsOf(testApp().deps(), { postIds: ["t3_page1"] });
  expect(found.user).toBeNull();
  expect(found.posts.get("t3_page1")?.heartCount).toBe(1);
});

test("the counts of a page are read once in two seconds", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  const count = async () =>
    (await heartsOf(app.deps(), { postIds: ["t3_page2"] })).posts.get("t3_page2")?.heartCount;
  expect(await count()).toBe(2);
  await env.DB.prepare("update reddit_post set heart_count = 20 where id = 't3_page2'").run();
  expect(await count()).toBe(2);
  clock.advance(2_001);
  expect(await count()).toBe(20);
  expect(app.meter.statements).toBe(2);
});

test("counts under a bookmark are read apart from the shared ones; unchanged ones are the identical object", async () => {
  const clock = testClock();
  const deps = testApp({ clock }).deps();
  const read = (bookmark: string | null, heartCount: number) =>
    cachedHearts(deps, "page", bookmark, async () => [
      { id: "t3_a", heartCount, rank: null, isGone: null },
    ]);
  const shared = await read(null, 1);
  const own = await read("after my heart", 2);
  expect(own.posts.get("t3_a")).toEqual({ heartCount: 2, rank: null });
  expect(await read("before it", 1)).toBe(shared);
  clock.advance(2_000);
  expect(await read("after my heart", 2)).toBe(own);
});
