import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { AccountExport } from "#schema/api/account.ts";
import type { LeaderboardPostsResponse } from "#schema/api/leaderboard.ts";
import type { SavedPostsResponse, WaitingPostsResponse } from "#schema/api/saved.ts";
import { DAY_MS, MINUTE_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { crosspostOf, ORIGIN_REMOVALS } from "#worker/testing/crosspost.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { failingD1 } from "#worker/testing/faulty-d1.ts";
import { clearRemovals, liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { appOver } from "#worker/testing/search.ts";
import { standIn } from "#worker/testing/stand-in.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";
import { vouchedAt } from "#worker/testing/vouched-post.ts";

beforeEach(async () => {
  await env.DB.prepare("delete from reddit_user").run();
  await clearRemovals();
});

let count = 0;
/** An app over a Reddit with one crosspost, and an account. */
async function crossposter() {
  const id = `row${(count += 1)}`;
  const post = crosspostOf(1, { id, name: `t3_${id}`, author: "Crosser" });
  // Later than the boards that earlier tests left in the isolate.
  const clock = testClock(Date.parse("2026-11-01T12:00:00Z") + count * 10 * DAY_MS);
  const reddit = standIn({ Crosser: { posts: [post] } });
  const app = appOver(reddit, { clock });
  const person = await signUp(app, `rows_${count}`);
  return { id, clock, reddit, app, person };
}

const vote = (app: TestApp, { cookie }: Person, id: string, method = "POST") =>
  app.request(`/api/leaderboard/posts/${id}/vote`, { method, headers: { cookie } });

async function shown(app: TestApp, { cookie }: Person) {
  const read = async <T>(path: string) =>
    (await app.request(path, { headers: { cookie } })).json<T>();
  const board = await read<LeaderboardPostsResponse>("/api/leaderboard/posts?limit=100");
  const saved = await read<SavedPostsResponse>("/api/leaderboard/saved/posts");
  const { hearts } = await read<AccountExport>("/api/user/export");
  return {
    board: board.posts.map(({ id }) => id),
    saved: saved.posts.map(({ id }) => id),
    titles: hearts.posts.map(({ title }) => title),
  };
}

test.each(ORIGIN_REMOVALS)(
  "a hearted crosspost whose origin's %s is removed is on no board, in no saved list and takes no heart",
  async (kind, key) => {
    const { id, clock, app, person } = await crossposter();
    expect((await vote(app, person, id)).status).toBe(200);
    await recomputeBoards(app.deps());
    const before = { board: [`t3_${id}`], saved: [`t3_${id}`], titles: ["Picture 1"] };
    expect(await shown(app, person)).toEqual(before);
    await removeByKey(kind, key);
    clock.advance(MINUTE_MS);
    const after = { board: [], saved: [], titles: [null] };
    expect(await shown(app, person)).toEqual(after);
    await recomputeBoards(app.deps());
    expect(await shown(app, person)).toEqual(after);
    expect((await vote(app, person, id)).status).toBe(410);
    expect((await vote(app, person, id, "DELETE")).status).toBe(200);
    expect((await vote(app, person, id)).status, "stored, without its heart").toBe(410);
    await liftByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect((await vote(app, person, id)).status).toBe(200);
    await recomputeBoards(app.deps());
    expect(await shown(app, person)).toEqual(before);
  },
);

test("a crosspost that is not stored takes no heart while its origin is removed, and is not stored", async () => {
  const { id, app, person } = await crossposter();
  await removeByKey("user", "origin_maker");
  expect((await vote(app, person, id)).status).toBe(410);
  const stored = env.DB.prepare("select count(*) as n from reddit_post where id = ?");
  expect(await stored.bind(`t3_${id}`).first("n")).toBe(0);
});

test("with the database down, a board from before the removal leaves the crosspost out, and names no origin before", async () => {
  const { id, clock, app, person } = await crossposter();
  await vote(app, person, id);
  await recomputeBoards(app.deps());
  const board = await app.request("/api/leaderboard/posts");
  expect(await board.text()).not.toMatch(/origins|Origin_Maker/);
  await env.KV.put("removals", `${Date.now() + DAY_MS}\n["user/origin_maker"]`);
  const { db, setDown } = failingD1();
  setDown(true);
  const cold = testApp({ clock, env: { DB: db } });
  const answer = await cold.request("/api/leaderboard/posts");
  expect(await answer.json()).toMatchObject({ posts: [], total: 0 });
});

test("a row without stored origins gets them with its next re-check", async () => {
  const { id, clock, app, person } = await crossposter();
  await vote(app, person, id);
  await env.DB.prepare("update reddit_post set origins = null").run();
  await removeByKey("user", "origin_maker");
  clock.advance(MINUTE_MS);
  expect((await shown(app, person)).saved).toEqual([`t3_${id}`]);
  clock.advance(4 * DAY_MS);
  await runScheduled("recheck", app.deps());
  expect((await shown(app, person)).saved).toEqual([]);
});

test("a post that is deleted at Reddit keeps no origins", async () => {
  const { id, clock, reddit, app, person } = await crossposter();
  await vote(app, person, id);
  const stored = () => env.DB.prepare("select origins from reddit_post").first("origins");
  expect(await stored()).toBe('[{"id":"t3_orig","author":"Origin_Maker","subreddit":"Studio"}]');
  reddit.creators = { Crosser: { posts: [] } };
  clock.advance(4 * DAY_MS);
  await runScheduled("recheck", app.deps());
  expect(await stored()).toBeNull();
});

test.each(ORIGIN_REMOVALS)(
  "a heart that waits for the source is shown, asked for and stored no more once its origin's %s is removed",
  async (kind, key) => {
    const clock = testClock();
    const archive = archiveStandIn([]);
    const { fetch } = archive;
    const app = testApp({ fetch, env: { POST_SOURCE: "archive" }, clock });
    const person = await signUp(app, `waits_${kind}`);
    const headers = { cookie: person.cookie };
    const press = (id: string, fields = {}) => {
      const origins = [{ id: "t3_orig", author: "Origin_Maker", subreddit: "Studio" }];
      const body = vouchedAt(clock.now(), { origins, ...fields });
      return app.send("POST", `/api/leaderboard/posts/${id}/vouched-vote`, body, headers);
    };
    const waiting = async () => {
      const answer = await app.request("/api/leaderboard/saved/waiting", { headers });
      return (await answer.json<WaitingPostsResponse>()).posts;
    };
    const id = `w${kind}`;
    expect(await (await press(id)).json()).toMatchObject({ isWaiting: true });
    expect((await waiting()).map((post) => post.id)).toEqual([`t3_${id}`]);
    expect(await waiting()).not.toHaveProperty("0.origins");
    await removeByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await waiting()).toEqual([]);
    expect((await press(`${id}b`)).status).toBe(410);
    clock.advance(10 * MINUTE_MS);
    await runScheduled("recheck", app.deps());
    const rows = env.DB.prepare("select count(*) as n from unverified_post");
    expect(await rows.first("n")).toBe(0);
  },
);

test("an origin that only the source names counts too", async () => {
  const clock = testClock();
  const archive = archiveStandIn([]);
  const app = testApp({ fetch: archive.fetch, env: { POST_SOURCE: "archive" }, clock });
  const person = await signUp(app, "waits_for_source");
  const headers = { cookie: person.cookie };
  const vouched = vouchedAt(clock.now());
  await app.send("POST", "/api/leaderboard/posts/unnamed/vouched-vote", vouched, headers);
  const { username: author, title, subreddit, created: created_utc } = vouched;
  const facts = { id: "unnamed", name: "t3_unnamed", author, title, subreddit, created_utc };
  archive.posts.push(crosspostOf(1, facts));
  await removeByKey("user", "origin_maker");
  clock.advance(11 * MINUTE_MS);
  await runScheduled("recheck", app.deps());
  for (const table of [
    "unverified_post",
    "reddit_post",
    "post_heart where reddit_post_id = 't3_unnamed'",
  ])
    expect(await env.DB.prepare(`select count(*) as n from ${table}`).first("n"), table).toBe(0);
});

test.each([
  [[{ id: "orig", author: "", subreddit: "" }]],
  [[{ id: "t3_orig", author: "a b", subreddit: "" }]],
  [[{ id: "t3_orig", author: "" }]],
  [Array.from({ length: 6 }, () => ({ id: "t3_orig", author: "", subreddit: "" }))],
  ["t3_orig"],
])("a browser's word of %j as origins is 400", async (origins) => {
  const clock = testClock();
  const app = testApp({ clock });
  const { cookie } = await signUp(app, `said_${(count += 1)}`);
  const post = vouchedAt(clock.now());
  const send = (body: object) =>
    app.send("POST", "/api/leaderboard/posts/said/vouched-vote", body, { cookie });
  expect((await send({ ...post, origins })).status).toBe(400);
  expect((await send(post)).status).toBe(200);
});
