import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountExport } from "#schema/api/account.ts";
import type { VoteStatusBatchResponse, VouchedPost } from "#schema/api/hearts.ts";
import type { LeaderboardPostsResponse } from "#schema/api/leaderboard.ts";
import type { SavedPostsResponse, WaitingPostsResponse } from "#schema/api/saved.ts";
import { DAY_MS, MINUTE_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { removeByKey } from "#worker/testing/removals.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { vouchedAt } from "#worker/testing/vouched-post.ts";

const clock = testClock();
const archive = archiveStandIn([]);
const app = testApp({
  fetch: (...asked) => archive.fetch(...asked),
  env: { POST_SOURCE: "archive" },
  clock,
});
let ann: Person;
let ben: Person;
let made = 0;

const vouched = (fields: Partial<VouchedPost> = {}) => vouchedAt(clock.now(), fields);

const press = (id: string, body: unknown, { cookie }: Person = ann, on = app) =>
  on.send("POST", `/api/leaderboard/posts/${id}/vouched-vote`, body, { Cookie: cookie });

async function read<T>(path: string, { cookie }: Person = ann, method = "GET"): Promise<T> {
  const answer = await app.request(path, { method, headers: { Cookie: cookie } });
  expect(answer.status, path).toBe(200);
  return answer.json<T>();
}

async function statusOf(id: string, person: Person) {
  const items = [{ type: "post", id }];
  const path = "/api/leaderboard/vote-status";
  const answer = await app.send("POST", path, { items }, { Cookie: person.cookie });
  const [item] = (await answer.json<VoteStatusBatchResponse>()).items;
  return [item?.voted, item?.heartCount];
}

const waiting = async (person: Person = ann) =>
  (await read<WaitingPostsResponse>("/api/leaderboard/saved/waiting", person)).posts;

const countOf = (table: string, where = "1") =>
  env.DB.prepare(`select count(*) as n from ${table} where ${where}`).first<number>("n");

/** Adds the post to the archive, with Reddit's fields. */
function appears(id: string, fields: Record<string, unknown> = {}): void {
  const { username, title, subreddit, created } = vouched();
  archive.posts.push({
    ...picturePost(1),
    id,
    name: `t3_${id}`,
    author: username,
    author_fullname: "t2_annmaker",
    title,
    subreddit,
    permalink: `/r/pics/comments/${id}/x/`,
    url: `https://i.redd.it/${id}.jpg`,
    created_utc: created,
    ...fields,
  });
}

async function recheckAfter(ms: number): Promise<void> {
  clock.advance(ms);
  await runScheduled("recheck", app.deps());
}

const newId = () => `new${(made += 1)}`;

async function waits(
  id: string,
  person: Person = ann,
  fields: Partial<VouchedPost> = {},
): Promise<VouchedPost> {
  const body = vouched(fields);
  const answer = await press(id, body, person);
  expect(await answer.json()).toMatchObject({ voted: true, heartCount: 1, isWaiting: true });
  return body;
}

beforeAll(async () => {
  [ann, ben] = [await signUp(app, "ann"), await signUp(app, "ben")];
});

beforeEach(async () => {
  archive.posts.length = 0;
  archive.instead = () => null;
  await env.DB.batch(
    ["unverified_post", "post_heart", "reddit_post", "reddit_user", "removal"].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
  );
});

test("a heart of a post that the source does not know waits, and only its account sees it", async () => {
  const id = newId();
  const body = await waits(id);
  expect(await waiting()).toMatchObject([{ ...body, id: `t3_${id}`, subredditIsNsfw: false }]);
  expect(await statusOf(id, ann)).toEqual([true, 1]);
  const saved = await read<AccountExport>("/api/user/export");
  expect(saved.hearts.waiting).toMatchObject([{ id: `t3_${id}`, title: body.title }]);

  expect(await waiting(ben)).toEqual([]);
  expect(await statusOf(id, ben)).toEqual([false, 0]);
  await runScheduled("leaderboard", app.deps());
  expect((await read<LeaderboardPostsResponse>("/api/leaderboard/posts", ben)).posts).toEqual([]);
  for (const path of [`/api/reddit/post/${id}`, `/?post=t3_${id}`, "/user/Ann_Maker"]) {
    const answer = await app.request(path, { headers: { Cookie: ben.cookie } });
    expect(await answer.text(), path).not.toContain(body.title);
  }
  for (const table of ["reddit_post", "reddit_user", "post_heart"])
    expect(await countOf(table), table).toBe(0);
});

test("a waiting heart costs a vote, one session read and one batch, and writes one row and its index entry", async () => {
  const id = newId();
  await app.send("POST", `/api/leaderboard/posts/${id}/vote`, {}, { Cookie: ann.cookie });
  app.meter.reset();
  await app.send("POST", `/api/leaderboard/posts/${id}/vote`, {}, { Cookie: ann.cookie });
  const plain = app.meter.calls;
  app.meter.reset();
  await waits(id);
  expect(app.meter.calls).toBe(plain + 2);
  expect(app.meter.rowsWritten).toBe(2);
});

test("once the source knows the post, the re-check makes it a heart with the source's fields", async () => {
  const id = newId();
  const { created } = await waits(id);
  await waits(id, ben);
  archive.calls.length = 0;
  await recheckAfter(9 * MINUTE_MS);
  expect(archive.calls).toEqual([]);
  appears(id, { score: 77, over_18: true, created_utc: created });
  await recheckAfter(MINUTE_MS);
  expect(await waiting()).toEqual([]);
  expect(await countOf("unverified_post")).toBe(0);
  const { posts } = await read<SavedPostsResponse>("/api/leaderboard/saved/posts");
  expect(posts).toMatchObject([{ id: `t3_${id}`, score: 77, isNsfw: true, heartCount: 2 }]);
  expect(await statusOf(id, ben)).toEqual([true, 2]);
  await runScheduled("leaderboard", app.deps());
  const board = await read<LeaderboardPostsResponse>("/api/leaderboard/posts", ben);
  expect(board.posts).toMatchObject([{ id: `t3_${id}`, heartCount: 2 }]);
});

test("a post that differs from the source's is dropped without a heart", async () => {
  const lies = {
    title: { title: "Another title" },
    author: { author: "Somebody" },
    community: { subreddit: "cats" },
    time: { created_utc: vouched().created - 60 },
    media: { url: "https://example.com/", post_hint: "link", preview: undefined },
    deleted: { removed_by_category: "deleted" },
  };
  for (const [name, fields] of Object.entries(lies)) {
    const id = newId();
    await waits(id);
    appears(id, fields);
    await recheckAfter(10 * MINUTE_MS);
    for (const table of ["post_heart", "reddit_post", "unverified_post"])
      expect(await countOf(table), `${name} ${table}`).toBe(0);
  }
});

test("a post that the source never knows is checked ever more rarely, and dropped after three days", async () => {
  const id = newId();
  await waits(id);
  archive.calls.length = 0;
  for (let minutes = 0; minutes < 4_290; minutes += 30) await recheckAfter(30 * MINUTE_MS);
  expect(await waiting()).toHaveLength(1);
  const asked = archive.calls.filter(({ pathname }) => pathname === "/api/posts/ids");
  expect(asked).toHaveLength(10);
  await recheckAfter(30 * MINUTE_MS);
  expect(await waiting()).toEqual([]);
  expect(await statusOf(id, ann)).toEqual([false, 0]);
});

test("a run makes one call for all waiting hearts", async () => {
  const ids = Array.from({ length: 5 }, newId);
  for (const id of ids) await waits(id);
  archive.calls.length = 0;
  await recheckAfter(20 * MINUTE_MS);
  expect(
    archive.calls.map(({ searchParams }) => searchParams.get("ids")?.split(",").length),
  ).toEqual([5]);
});

test("a post that cannot be stored is retried and blocks neither other posts nor the re-check", async () => {
  const [bad, good] = [newId(), newId()];
  for (const id of [bad, good]) {
    await waits(id);
    appears(id);
  }
  await env.DB.prepare(
    `create trigger refuse before insert on reddit_post when new.id = 't3_${bad}' begin select raise(abort, 'no'); end`,
  ).run();
  await recheckAfter(10 * MINUTE_MS);
  await env.DB.prepare("drop trigger refuse").run();
  expect((await waiting()).map(({ id }) => id)).toEqual([`t3_${bad}`]);
  expect(await statusOf(good, ann)).toEqual([true, 1]);
  expect(
    await env.DB.prepare("select failed_at from cron_run where job = 'recheck'").first("failed_at"),
  ).toBeNull();
});

test("a waiting heart of a removed post is refused, hidden and never becomes a heart", async () => {
  for (const [kind, key] of [
    ["post", "t3_gone1"],
    ["user", "ann_maker"],
    ["subreddit", "pics"],
  ] as const) {
    await waits("gone1", ann, { subreddit: "Pics" });
    await removeByKey(kind, key);
    expect(await waiting(), kind).toEqual([]);
    clock.advance(MINUTE_MS);
    const refused = await press("gone1", vouched(), ben);
    expect(refused.status, kind).toBe(410);
    appears("gone1");
    await recheckAfter(10 * MINUTE_MS);
    for (const table of ["post_heart", "reddit_post", "unverified_post"])
      expect(await countOf(table), `${kind} ${table}`).toBe(0);
    await env.DB.prepare("delete from removal").run();
    archive.posts.length = 0;
    clock.advance(MINUTE_MS);
  }
});

test("at most 20 hearts of an account wait, even under concurrent votes", async () => {
  const answers = await Promise.all(Array.from({ length: 26 }, () => press(newId(), vouched())));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(6).fill(409)]);
  expect(await countOf("unverified_post")).toBe(20);
  const id = newId();
  await waits(id, ben);
  expect((await press(id, vouched())).status, "another account's row is no place").toBe(409);
});

test("a vouched vote for a post that the source knows is a normal heart with the source's fields", async () => {
  const id = newId();
  appears(id);
  const answer = await press(id, vouched({ title: "Planted" }));
  expect(await answer.json()).not.toHaveProperty("isWaiting");
  expect(await env.DB.prepare("select title from reddit_post").first("title")).toBe(
    "A picture of today",
  );
  expect(await countOf("unverified_post")).toBe(0);
});

test("a heart of an older post waits only if the source fails", async () => {
  const old = vouched({ created: Math.floor((clock.now() - 2 * DAY_MS) / 1000) });
  expect((await press(newId(), old)).status).toBe(404);
  archive.instead = () => new Response("", { status: 500 });
  expect(await (await press(newId(), old)).json()).toMatchObject({ isWaiting: true });
});

test("a heart of a post that Reddit does not know, or that was emptied, does not wait", async () => {
  const reddit = smallReddit();
  const own = testApp({ fetch: reddit.fetch, env: reddit.env, clock });
  expect((await press(newId(), vouched(), ann, own)).status).toBe(404);
  const id = newId();
  appears(id);
  await press(id, vouched());
  await env.DB.prepare("update reddit_post set removed_at = 1").run();
  archive.posts.length = 0;
  expect((await press(id, vouched(), ben)).status).toBe(404);
  expect(await countOf("unverified_post")).toBe(0);
  reddit.failure = () => new Response("", { status: 500 });
  const failed = await press(newId(), vouched(), ann, own);
  expect(await failed.json(), "while Reddit fails it may exist").toMatchObject({ isWaiting: true });
});
