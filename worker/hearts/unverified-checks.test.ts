import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { VouchedPost } from "#schema/api/hearts.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { GRANTED, namespaceOf } from "#worker/testing/call-budgets.ts";
import { removeByKey } from "#worker/testing/removals.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";
import { vouchedAt } from "#worker/testing/vouched-post.ts";
import { MAX_HEARTS } from "./hearts.rules.ts";
import { MAX_WAIT_FOR_SOURCE_MS } from "./unverified.rules.ts";

const clock = testClock();
const archive = archiveStandIn([]);
const atArchive = { fetch: archive.fetch, clock };
const app = testApp({ ...atArchive, env: { POST_SOURCE: "archive" } });
let people = 0;

const newMember = () => signUp(app, `waiter_${(people += 1)}`);
const press = (id: string, { cookie }: Person, fields: Partial<VouchedPost> = {}) => {
  const body = vouchedAt(clock.now(), fields);
  return app.send("POST", `/api/leaderboard/posts/${id}/vouched-vote`, body, { cookie });
};
const waiting = () =>
  env.DB.prepare("select count(*) as n from unverified_post").first<number>("n");

async function checkOnce(by: TestApp = app): Promise<void> {
  clock.advance(10 * MINUTE_MS);
  await runScheduled("recheck", by.deps());
}

/** Accounts that wait for the same posts, due before others. */
async function waitTogether(postId: (at: number) => string, accounts = 40, posts = 20) {
  const ids = Array.from({ length: posts }, (_, at) => `t3_${postId(at)}`);
  const { username, title, subreddit, created, mediaType } = vouchedAt(clock.now());
  await env.DB.batch([
    env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
       insert or ignore into app_user (id, username, password) select 'one' || i, 'one_' || i, '' from n`,
    ),
    env.DB.prepare(
      `insert into unverified_post (unearth_user_id, reddit_post_id, username, title, subreddit, created,
         is_nsfw, is_spoiler, media_type, created_at, check_at)
       select u.id, post.value, ?2, ?3, ?4, ?5, 0, 0, ?6, ?7, ?7
       from app_user u join json_each(?1) post
       where u.username like 'one\\_%' escape '\\' and substr(u.username, 5) + 0 <= ?8`,
    ).bind(
      JSON.stringify(ids),
      username,
      title,
      subreddit,
      created,
      mediaType,
      clock.now(),
      accounts,
    ),
  ]);
}

/** Adds the post to the archive with the fields that vouchedAt() sends at this time. */
function addToArchive(id: string, fields: Partial<VouchedPost> = {}): void {
  const vouched = vouchedAt(clock.now(), fields);
  const { username: author, title, subreddit, created: created_utc } = vouched;
  const permalink = `/r/${subreddit}/comments/${id}/x/`;
  const facts = { author, title, subreddit, created_utc, permalink, id, name: `t3_${id}` };
  archive.posts.push({ ...picturePost(1), ...facts });
}

beforeEach(async () => {
  archive.instead = () => null;
  await env.DB.batch([
    env.DB.prepare("delete from unverified_post"),
    // What earlier tests stored would be due an hour later, and share a call with waiting hearts.
    env.DB.prepare("update reddit_post set checked_at = ?").bind(Number.MAX_SAFE_INTEGER),
    env.DB.prepare("update reddit_user set checked_at = ?").bind(Number.MAX_SAFE_INTEGER),
  ]);
});

test("a check that the call budget refuses drops no waiting heart", async () => {
  await press("unasked", await newMember());
  const object = {
    peek: () => Promise.resolve(GRANTED),
    take: () => Promise.resolve({ ...GRANTED, isGranted: false, waitMs: MINUTE_MS }),
  };
  const CALL_BUDGET = namespaceOf(object);
  await checkOnce(testApp({ ...atArchive, env: { POST_SOURCE: "archive", CALL_BUDGET } }));
  expect(await waiting()).toBe(1);
});

test("a check that fails after three days drops no waiting heart, and one that answers an hour later does", async () => {
  await press("outage", await newMember());
  clock.advance(MAX_WAIT_FOR_SOURCE_MS);
  archive.instead = () => new Response("", { status: 500 });
  await checkOnce();
  expect(await waiting()).toBe(1);
  archive.instead = () => null;
  await checkOnce();
  expect(await waiting(), "not asked in each run").toBe(1);
  clock.advance(50 * MINUTE_MS);
  await checkOnce();
  expect(await waiting()).toBe(0);
});

test("a waiting heart of a removed post is deleted by its next check, even if the source never knew the post", async () => {
  await press("removed", await newMember());
  await removeByKey("post", "t3_removed");
  await checkOnce();
  expect(await waiting()).toBe(0);
});

test("a post that cannot be stored is not checked again in the next run", async () => {
  await press("refused", await newMember());
  addToArchive("refused");
  await env.DB.prepare(
    "create trigger refuse before insert on reddit_post begin select raise(abort, 'no'); end",
  ).run();
  await checkOnce();
  await env.DB.prepare("drop trigger refuse").run();
  const checkAt = await env.DB.prepare("select check_at from unverified_post").first("check_at");
  expect(checkAt).toBeGreaterThan(clock.now() + MINUTE_MS);
});

test("a check puts off neither another account's check of the post nor a check of another post", async () => {
  const [first, second] = [await newMember(), await newMember()];
  await press("early", first);
  clock.advance(5 * MINUTE_MS);
  await press("early", second);
  await press("late", first);
  clock.advance(5 * MINUTE_MS);
  await runScheduled("recheck", app.deps());
  const { results } = await env.DB.prepare(
    "select (check_at - ?1) / ?2 as minutes from unverified_post order by created_at",
  )
    .bind(clock.now(), MINUTE_MS)
    .all();
  expect(results.map(({ minutes }) => minutes)).toEqual([10, 5, 5]);
});

test("a vote whose session ends while the source is asked is 401, and no heart waits", async () => {
  const leaving = await newMember();
  archive.instead = async () => {
    await env.DB.prepare("delete from session").run();
    return Response.json({ data: [] });
  };
  expect((await press("late", leaving)).status).toBe(401);
  expect(await waiting()).toBe(0);
});

/** Of these posts, with their accounts. */
const heartsOf = async (ids: string[]) => {
  const { results } = await env.DB.prepare(
    "select reddit_post_id as post, unearth_user_id as account from post_heart where reddit_post_id in (select value from json_each(?))",
  )
    .bind(JSON.stringify(ids.map((id) => `t3_${id}`)))
    .all();
  return results;
};

test("a waiting heart can be taken back, before and during its check, and no other heart goes with it", async () => {
  const [ann, ben] = [await newMember(), await newMember()];
  const headers = { cookie: ann.cookie };
  const takeBack = async (id: string) => {
    const path = `/api/leaderboard/posts/${id}/vote`;
    const answer = await app.request(path, { method: "DELETE", headers });
    expect(await answer.json()).toMatchObject({ voted: false, heartCount: 0 });
  };
  for (const id of ["before", "during", "unknown"]) await press(id, ann);
  await press("before", ben);
  await takeBack("before");
  const status = await app.request("/api/leaderboard/posts/before/vote-status", { headers });
  expect(await status.json()).toMatchObject({ voted: false, heartCount: 0 });
  expect(await waiting()).toBe(3);
  for (const id of ["before", "during"]) addToArchive(id);
  archive.instead = async () => {
    await takeBack("during");
    return Response.json({ data: archive.posts });
  };
  await checkOnce();
  expect(await heartsOf(["before", "during"])).toEqual([
    { post: "t3_before", account: ben.user.id },
  ]);
  expect(await waiting(), "the post that the archive does not know").toBe(1);
});

test("a waiting heart past the account's limit is dropped by its check and blocks no other account's heart", async () => {
  const [full, other] = [await newMember(), await newMember()];
  for (const member of [full, other]) await press("wanted", member);
  addToArchive("wanted");
  await storedUser("t2_full", "full");
  await storedPost("t3_full", "t2_full");
  await env.DB.prepare(
    "insert into post_heart (unearth_user_id, reddit_post_id, created_at, saved_total) values (?, 't3_full', 1, ?)",
  )
    .bind(full.user.id, MAX_HEARTS)
    .run();
  await checkOnce();
  expect(await waiting()).toBe(0);
  expect(await heartsOf(["wanted"])).toEqual([{ post: "t3_wanted", account: other.user.id }]);
});

test("a waiting heart of a post whose title has control characters counts like any other", async () => {
  const title = { title: "one\u0000two\u0085three\tfour" };
  expect((await press("controls", await newMember(), title)).status).toBe(200);
  addToArchive("controls", title);
  await checkOnce();
  const stored = "select title, heart_count from reddit_post where id = 't3_controls'";
  expect(await env.DB.prepare(stored).first()).toEqual({ ...title, heart_count: 1 });
});

test("many accounts that wait for the same posts take one call and hold no other heart up", async () => {
  await waitTogether((at) => `invented${at}`);
  await press("behind", await newMember());
  addToArchive("behind");
  archive.calls.length = 0;
  await checkOnce();
  expect(archive.calls).toHaveLength(1);
  const asked = archive.calls.flatMap(({ searchParams }) => searchParams.get("ids")?.split(","));
  expect(asked).toHaveLength(21);
  expect(await heartsOf(["behind"])).toHaveLength(1);
});

test("a run asks about the hundred posts that are due longest", async () => {
  await waitTogether((at) => `long${at}`, 1, 100);
  clock.advance(1);
  await waitTogether((at) => `lately${at}`, 1, 2);
  archive.calls.length = 0;
  await checkOnce();
  const asked = archive.calls.map(({ searchParams }) => searchParams.get("ids")?.split(","));
  expect(asked).toEqual([Array.from({ length: 100 }, () => expect.stringContaining("t3_long"))]);
});

test("waiting hearts are listed newest first", async () => {
  const member = await newMember();
  for (const id of ["early", "late"]) {
    await press(id, member);
    clock.advance(1);
  }
  const headers = { cookie: member.cookie };
  const list = await app.request("/api/leaderboard/saved/waiting", { headers });
  expect(await list.json()).toMatchObject({ posts: [{ id: "t3_late" }, { id: "t3_early" }] });
});

test("a run adds a hundred hearts at most, and the next one the others", async () => {
  await waitTogether((at) => `real${at}`);
  for (let at = 0; at < 20; at += 1) addToArchive(`real${at}`);
  const hearts = () =>
    env.DB.prepare(
      "select count(*) as n from post_heart where reddit_post_id like 't3_real%'",
    ).first("n");
  await runScheduled("recheck", app.deps());
  expect([await hearts(), await waiting()]).toEqual([100, 700]);
  await runScheduled("recheck", app.deps());
  expect([await hearts(), await waiting()]).toEqual([200, 600]);
});

test.each(["{", "5", '"text"', "{}", '["text"]', "[{}]", '[{"id":"t3_a"}]'])(
  "origins of %s fail neither the check of any waiting heart nor the list of one",
  async (damaged) => {
    const [owner, other] = [await newMember(), await newMember()];
    const id = `dam${people}`;
    await press(id, owner);
    await env.DB.prepare("update unverified_post set origins = ?").bind(damaged).run();
    await press(`${id}b`, other);
    const list = await app.request("/api/leaderboard/saved/waiting", {
      headers: { cookie: owner.cookie },
    });
    expect(await list.json()).toMatchObject({ posts: [{ id: `t3_${id}` }] });
    for (const known of [id, `${id}b`]) addToArchive(known);
    await checkOnce();
    expect(await waiting()).toBe(0);
    expect(await heartsOf([id, `${id}b`])).toHaveLength(2);
  },
);
