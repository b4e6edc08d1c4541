import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { RESERVED } from "#worker/call-budget/call-budget.rules.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { failingBudget } from "#worker/testing/call-budgets.ts";
import { checkedSince, recheckApp, START, store } from "#worker/testing/recheck-app.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { roundDays } from "./recheck.rules.ts";

beforeEach(emptyTables);

test("a run whose call budget fails stamps nothing and reports the refusal", async () => {
  const world = recheckApp();
  await store(world, 30, 150);
  const app = testApp({
    clock: world.clock,
    fetch: world.reddit.fetch,
    env: { ...world.reddit.env, CALL_BUDGET: failingBudget },
  });
  await runScheduled("recheck", app.deps());
  const report = await env.DB.prepare("select outcome from cron_run").first<string>("outcome");
  expect(JSON.parse(report ?? "")).toMatchObject({ calls: 0, asked: 0, answered: 0, refused: 100 });
  expect(world.reddit.asked).toEqual([]);
  expect(await checkedSince("reddit_user", START)).toBe(0);
  expect(await checkedSince("reddit_post", START)).toBe(0);
});

test("while visitors use every other call a run makes its reserved calls, and stamps only the targets it asked about", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 30, 0);
  const report = await world.run();
  expect(report).toMatchObject({ calls: RESERVED.recheck, asked: 4, answered: 4, refused: 1 });
  expect(world.reddit.asked).toEqual([0, 1, 2, 3].map((index) => `/user/user_${index}/about`));
  expect(await checkedSince("reddit_user", START)).toBe(4);
});

test("a run begins no call after 45 seconds", async () => {
  const world = recheckApp();
  await store(world, 30, 0);
  const begun: number[] = [];
  world.reddit.failure = () => {
    begun.push(world.clock.now() - START);
    world.clock.advance(5_000);
    return null;
  };
  const report = await world.run();
  expect(Math.max(...begun)).toBe(40_000);
  expect(report).toMatchObject({ failure: null, refused: 1 });
  expect(await checkedSince("reddit_user", START)).toBe(report.answered);
});

test("while the source's own limit is nearly used up the reserved calls are made and no others", async () => {
  for (const isFlooded of [true, false]) {
    const world = recheckApp({ isFlooded });
    await emptyTables();
    await store(world, 30, 0);
    world.reddit.headers = { "x-ratelimit-remaining": "5.0", "x-ratelimit-reset": "50" };
    expect(await world.run()).toMatchObject({ calls: RESERVED.recheck });
    world.clock.advance(MINUTE_MS);
    expect(await world.run()).toMatchObject({ calls: RESERVED.recheck });
  }
});

test("with the source's own limit used up a run waits for its reset", async () => {
  const world = recheckApp();
  await store(world, 30, 0);
  world.reddit.headers = { "x-ratelimit-remaining": "0.0", "x-ratelimit-reset": "10" };
  expect(await world.run()).toMatchObject({ calls: 5, refused: 1 });
});

test("an idle source gets more calls, with a hundred posts each, users and posts in the order of their last checks", async () => {
  const world = recheckApp();
  await store(world, 60, 350);
  const report = await world.run();
  expect(report).toMatchObject({ calls: 15, refused: 0, removed: 0 });
  const infoCalls = world.reddit.asked.filter((path) => path === "/api/info");
  expect(report.asked).toBe(15 - infoCalls.length + Math.min(350, 100 * infoCalls.length));
  expect(await checkedSince("reddit_user", START)).toBe(15 - infoCalls.length);
});

test("users and posts finish a round together, with about the same wait", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 40, 4_000);
  for (let minute = 0; minute < 10; minute += 1) {
    await world.run();
    world.clock.advance(MINUTE_MS);
  }
  expect(await checkedSince("reddit_user", START)).toBe(20);
  expect(await checkedSince("reddit_post", START)).toBe(2_000);
});

test("targets on the boards are checked before older ones, and again after six hours", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 30, 0);
  await env.DB.prepare("update reddit_user set checked_at = ? where id = 't2_u29'")
    .bind(START - 6 * HOUR_MS)
    .run();
  await env.DB.prepare(
    `insert into leaderboard_current (kind, version, total, ranks, generated_at) values ('users', 1, 1, '{"t2_u29":1}', 1)`,
  ).run();
  await world.run();
  expect(world.reddit.asked[0]).toBe("/user/user_29/about");
  world.clock.advance(MINUTE_MS);
  await world.run();
  expect(world.reddit.asked.filter((path) => path.includes("user_29"))).toHaveLength(1);
});

/** A gallery as Reddit's API sends it: each picture with six smaller copies. */
function galleryOf(pictures: number, signature = "0".repeat(40)) {
  const ids = Array.from({ length: pictures }, (_, index) => `picture${index}`);
  const url = (id: string, width: number) =>
    `https://preview.redd.it/${id}.jpg?width=${width}&crop=smart&auto=webp&s=${signature}`;
  const picture = (id: string) => ({
    status: "valid",
    e: "Image",
    m: "image/jpg",
    id,
    p: [108, 216, 320, 640, 960, 1080].map((x) => ({ x, y: x, u: url(id, x) })),
    s: { x: 3000, y: 3000, u: url(id, 3000) },
  });
  return {
    is_gallery: true,
    media_metadata: Object.fromEntries(ids.map((id) => [id, picture(id)])),
    gallery_data: { items: ids.map((media_id, id) => ({ media_id, id })) },
  };
}

test("a hundred galleries are checked in one run, and a post too big for D1 counts as checked with its older facts", async () => {
  const world = recheckApp();
  await store(world, 1, 101);
  for (let post = 0; post < 100; post += 1) {
    world.reddit.addPost(`p${post}`, "user_0", { ...galleryOf(20), title: `É${post}` });
  }
  world.reddit.addPost("p7", "user_0", {
    ...galleryOf(100, "0".repeat(2_500)),
    title: "too big",
  });
  // The last one in the queue.
  world.reddit.removePost("p100");
  expect(await world.run()).toMatchObject({ asked: 102, answered: 102, removed: 1 });
  expect(await checkedSince("reddit_post", START)).toBe(101);
  expect(await checkedSince("reddit_user", START)).toBe(1);
  const stored = await env.DB.prepare(
    "select id, title, json_array_length(media, '$.items') as pictures from reddit_post where id in ('t3_p7', 't3_p99') order by id",
  ).all();
  expect(stored.results).toEqual([
    { id: "t3_p7", title: "x", pictures: null },
    { id: "t3_p99", title: "É99", pictures: 20 },
  ]);
});

test("authors without a profile get one call in four and do not stop the round", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 60, 0);
  await env.DB.prepare(
    "update reddit_user set checked_at = 0 where cast(substr(id, 5) as integer) % 2 = 0",
  ).run();
  for (let minute = 0; minute < 5; minute += 1) {
    await world.run();
    world.clock.advance(MINUTE_MS);
  }
  const unread = await env.DB.prepare(
    "select count(*) as n from reddit_user where checked_at = 0",
  ).first<number>("n");
  expect(unread).toBe(25);
  expect(await checkedSince("reddit_user", START)).toBe(20);
});

test("a round of 100,000 creators and a million posts takes 20 days and a half on the reserved calls, 5.2 while the source is idle", () => {
  const stored = { users: 100_000, posts: 1_000_000 };
  expect(roundDays(stored)).toBeCloseTo(20.54, 2);
  expect(roundDays(stored, 15)).toBeCloseTo(5.19, 2);
});

test("while a flood takes every other call, a round ends within its computed time", async () => {
  const world = recheckApp({ isFlooded: true });
  // One two-hundredth of the targets for which roundDays is asserted.
  const stored = { users: 500, posts: 5_000 };
  await store(world, stored.users, stored.posts);
  const last = [...Array(stored.posts).keys()].at(-1);
  world.reddit.removePost(`p${last}`);
  const deadline = START + roundDays(stored) * DAY_MS;
  let removed = 0;
  for (let minute = 0; world.clock.now() < deadline; minute += 1) {
    removed += (await world.run()).removed;
    // Cron triggers are late by some seconds.
    const late = ((minute * 7) % 20) * 100;
    world.clock.advance(Math.max(0, START + (minute + 1) * MINUTE_MS + late - world.clock.now()));
  }
  expect(await checkedSince("reddit_user", START)).toBe(stored.users);
  expect(await checkedSince("reddit_post", START)).toBe(stored.posts);
  expect(removed).toBe(1);
});

test("a run reads few rows however many targets wait", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 300, 3_000);
  await env.DB.prepare(
    `insert into leaderboard_current (kind, version, total, ranks, generated_at)
     select 'posts', 1, 100, json_group_object(id, 1), 1 from (select id from reddit_post limit 100)`,
  ).run();
  world.app.meter.reset();
  await world.run();
  expect(world.app.meter.rowsRead).toBeLessThan(3_000);
});

test("a user is checked again an hour after the last check, not before", async () => {
  const world = recheckApp({ start: Date.now() });
  await storedUser("t2_late", "Late", 1);
  world.reddit.addUser("Late");
  expect(await world.run()).toMatchObject({ asked: 0 });
  world.clock.advance(HOUR_MS + 2_000);
  expect(await world.run()).toMatchObject({ asked: 1, answered: 1 });
});
