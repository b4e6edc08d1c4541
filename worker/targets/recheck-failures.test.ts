import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import { brand } from "#schema/brand.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { RESERVED } from "#worker/call-budget/call-budget.rules.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { askForPosts } from "#worker/lookup/check-source.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { GRANTED, namespaceOf } from "#worker/testing/call-budgets.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { checkedSince, recheckApp, START, store } from "#worker/testing/recheck-app.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { recheckTargets } from "./recheck.service.ts";

beforeEach(emptyTables);

test("users for whom the source fails, never three in a row, do not block other users, and a source that fails for all stamps nothing", async () => {
  const world = recheckApp();
  await store(world, 6, 0);
  world.reddit.failsFor = (path) => /user_[124]\b/.test(path);
  expect(await world.run()).toMatchObject({ asked: 6, answered: 3, failure: null });
  expect(await checkedSince("reddit_user", START)).toBe(6);
  world.clock.advance(2 * HOUR_MS);
  world.reddit.failsFor = () => true;
  expect(await world.run()).toMatchObject({
    asked: 3,
    answered: 0,
    failure: "reddit.unavailable",
  });
  expect(await checkedSince("reddit_user", world.clock.now())).toBe(0);
});

test("a user whose call is refused after all keeps their place, and an earlier failure is reported", async () => {
  for (const fails of [false, true]) {
    await emptyTables();
    const refused = { ...GRANTED, isGranted: false, waitMs: MINUTE_MS };
    const answers = [GRANTED];
    const object = { peek: async () => GRANTED, take: async () => answers.pop() ?? refused };
    const world = recheckApp({ budget: namespaceOf(object) });
    await store(world, 2, 0);
    world.reddit.failsFor = () => fails;
    const failure = fails ? "reddit.unavailable" : null;
    expect(await world.run()).toMatchObject({ calls: 1, asked: 1, refused: 1, failure });
    expect(await checkedSince("reddit_user", START)).toBe(fails ? 0 : 1);
  }
});

test("a post of which the source tells nothing to store counts as checked, so that it does not block the others", async () => {
  const world = recheckApp();
  await store(world, 1, 1);
  const link = { url: "https://example.com/", post_hint: "link", preview: undefined };
  world.reddit.addPost("p0", "user_0", link);
  await world.run();
  expect(await checkedSince("reddit_post", START), "one without media").toBe(1);
  world.clock.advance(2 * HOUR_MS);
  const { clock } = world;
  const { fetch } = archiveStandIn([]);
  const archived = testApp({ clock, fetch, env: { POST_SOURCE: "archive" } });
  await runScheduled("recheck", archived.deps());
  expect(await checkedSince("reddit_post", clock.now()), "one unknown to the archive").toBe(1);
});

test("three longest unchecked users for whom the source always fails do not block the others", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 12, 0);
  world.reddit.failsFor = (path) => /user_[0-2]\b/.test(path);
  for (let minute = 0; minute < 4; minute += 1) {
    await world.run();
    world.clock.advance(MINUTE_MS);
  }
  expect(await checkedSince("reddit_user", START)).toBe(12);
});

test.each([
  ["no data", {}],
  ["no children and no name", { data: {} }],
  ["children that are no list", { data: { children: { length: 0 } } }],
])(
  "an answer under 200 with %s is an outage: nothing is emptied and nothing is stamped",
  async (_, shape) => {
    const world = recheckApp();
    await store(world, 2, 3);
    // The first call requests a token, and an answer with these fields is a valid one.
    const token = { access_token: "t", expires_in: 3600 };
    world.reddit.failure = () => Response.json({ ...token, ...shape });
    expect(await world.run()).toMatchObject({
      calls: 3,
      asked: 5,
      answered: 0,
      removed: 0,
      failure: "reddit.unavailable",
    });
    expect(await checkedSince("reddit_post", START)).toBe(0);
    expect(await checkedSince("reddit_user", START)).toBe(0);
    const emptied = "select count(*) as n from reddit_post where title = ''";
    expect(await env.DB.prepare(emptied).first("n")).toBe(0);
  },
);

test.each([1, 12])("an answer without any of %s posts is verified with /by_id", async (posts) => {
  const world = recheckApp();
  await store(world, 1, posts);
  const empty = { kind: "Listing", data: { after: null, children: [] } };
  world.reddit.failure = ({ pathname }) => (pathname === "/api/info" ? Response.json(empty) : null);
  expect(await world.run()).toMatchObject({ answered: posts + 1, removed: 0 });
  expect(world.reddit.asked).toContainEqual(expect.stringMatching(/^\/by_id\/t3_p0/));
  for (let post = 0; post < posts; post += 1) world.reddit.removePost(`p${post}`);
  world.clock.advance(7 * DAY_MS);
  expect(await world.run(), "both leave them out").toMatchObject({
    answered: posts + 1,
    removed: posts,
  });
});

test("a source that denies every user, the control name too, deletes none; one that knows it deletes", async () => {
  const world = recheckApp();
  await store(world, 3, 0);
  for (let user = 0; user < 3; user += 1) world.reddit.removeUser(`user_${user}`);
  const deleted = () =>
    env.DB.prepare("select count(*) as n from reddit_user where removed_at > 0").first<number>("n");
  expect(await world.run()).toMatchObject({ asked: 4, calls: 4, removed: 0, doubted: 3 });
  const health = await (await world.app.request("/api/health")).json<HealthResponse>();
  expect(health.degraded).toContain("recheck_doubted");
  expect(world.reddit.asked).toContain(`/user/${brand.popularUsername}/about`);
  expect(await deleted()).toBe(0);
  expect(await checkedSince("reddit_user", START), "they go to the queue's end").toBe(3);
  world.reddit.addUser(brand.popularUsername);
  world.clock.advance(7 * DAY_MS);
  expect(await world.run()).toMatchObject({ removed: 3, doubted: 0 });
  expect(await deleted()).toBe(3);
});

test("on a busy site deleted users at the queue's front do not stop it: the last reserved call asks about the control name", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 12, 0);
  for (let user = 0; user < 5; user += 1) world.reddit.removeUser(`user_${user}`);
  world.reddit.addUser(brand.popularUsername);
  expect(await world.run()).toMatchObject({ calls: RESERVED.recheck, removed: 3, doubted: 0 });
  world.clock.advance(MINUTE_MS);
  expect(await world.run()).toMatchObject({ calls: RESERVED.recheck, removed: 2 });
  expect(await checkedSince("reddit_user", START)).toBe(7);
});

test("a call for waiting hearts is one of the reserved calls: the last of them asks about the control name", async () => {
  const world = recheckApp({ isFlooded: true });
  await store(world, 12, 0);
  for (let user = 0; user < 5; user += 1) world.reddit.removeUser(`user_${user}`);
  world.reddit.addUser(brand.popularUsername);
  world.reddit.addPost("waiting", "user_6");
  const deps = world.app.deps();
  const verify = async () => (await askForPosts(deps, ["t3_waiting"]), 0);
  const run = await recheckTargets(deps, async () => verify);
  expect(run).toMatchObject({ calls: RESERVED.recheck - 1, removed: 2, doubted: 0 });
});

test("a denied user keeps their place in the queue if the control name cannot be asked", async () => {
  const world = recheckApp();
  await store(world, 1, 0);
  world.reddit.removeUser("user_0");
  world.reddit.failsFor = (path) => path.includes(brand.popularUsername);
  expect(await world.run()).toMatchObject({ asked: 1, calls: 2, removed: 0, doubted: 0 });
  expect(await checkedSince("reddit_user", START)).toBe(0);
});
