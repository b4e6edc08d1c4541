import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { derive } from "#worker/deps.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { noteListing } from "./listing-checks.service.ts";

const START = Date.parse("2026-11-10T12:00:00Z");
const OLD = START - 10 * DAY_MS;

const checkedAt = async (table: string) => {
  const { results } = await env.DB.prepare(
    `select id, checked_at as at from ${table} order by id`,
  ).all<{ id: string; at: number }>();
  return Object.fromEntries(results.map(({ id, at }) => [id, at]));
};

beforeEach(emptyTables);

async function storeAnn() {
  await storedUser("t2_ann1", "Ann");
  for (const id of ["t3_p0", "t3_p1", "t3_p2", "t3_elsewhere"]) await storedPost(id, "t2_ann1");
  await env.DB.batch([
    env.DB.prepare("update reddit_user set checked_at = ?1, last_updated = ?1").bind(OLD),
    env.DB.prepare("update reddit_post set checked_at = ?, last_updated = ?").bind(
      OLD,
      START - 3 * DAY_MS,
    ),
    env.DB.prepare("update reddit_post set removed_at = 1 where id = 't3_p2'"),
  ]);
}

test("listings that visitors load count as checks of stored posts and creators, written together once a day", async () => {
  await storeAnn();
  const clock = testClock(START);
  const removed = picturePost(1, { removed_by_category: "deleted" });
  const posts = [picturePost(0), removed, picturePost(2)];
  const reddit = standIn({ Ann: { posts }, Ben: { posts: [picturePost(70)] } });
  const app = appOver(reddit, { clock });

  app.meter.reset();
  await search(app, { username: "Ann" });
  expect(app.meter.rowsWritten).toBe(0);
  clock.advance(31_000);
  await search(app, { username: "Ben" });
  expect(await checkedAt("reddit_post")).toEqual({
    t3_p0: START,
    // Deleted at the source, removed here, and not in the listing.
    t3_p1: OLD,
    t3_p2: OLD,
    t3_elsewhere: OLD,
  });
  expect(await checkedAt("reddit_user")).toEqual({ t2_ann1: START });
  // A row and an index entry each for one post and the user.
  expect(app.meter.rowsWritten).toBe(4);
  const facts = await env.DB.prepare("select last_updated as at from reddit_user").first("at");
  expect(facts).toBe(START);

  for (const wait of [2 * 3_600_000, 31_000]) {
    clock.advance(wait);
    app.meter.reset();
    await search(app, { username: "Ann", sortBy: wait > 31_000 ? "top" : "hot" });
    expect(app.meter.rowsWritten).toBe(0);
  }
});

test("a post with facts that are days old is not stamped, so that the round reads them again", async () => {
  await storeAnn();
  await env.DB.prepare("update reddit_post set last_updated = ? where id = 't3_p0'")
    .bind(START - 5 * DAY_MS)
    .run();
  const clock = testClock(START);
  const reddit = standIn({
    Ann: { posts: [picturePost(0, { over_18: true }), picturePost(1)] },
    Ben: { posts: [picturePost(70)] },
  });
  const app = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: "facts" } });
  await search(app, { username: "Ann" });
  clock.advance(31_000);
  await search(app, { username: "Ben" });
  expect(await checkedAt("reddit_post")).toMatchObject({ t3_p0: OLD, t3_p1: START });
  await runScheduled("recheck", app.deps());
  const facts = await env.DB.prepare(
    "select is_nsfw, last_updated from reddit_post where id = 't3_p0'",
  ).first();
  expect(facts).toEqual({ is_nsfw: 1, last_updated: clock.now() });
});

test("a listing alone does not stamp a user whose profile was never read", async () => {
  await storedUser("t2_ann1", "Ann");
  await env.DB.prepare("update reddit_user set checked_at = 0, last_updated = ?").bind(OLD).run();
  const clock = testClock(START);
  const reddit = standIn({ Ann: { posts: picturePosts(2) }, Cay: { posts: picturePosts(2) } });
  reddit.instead = (url) =>
    url.pathname.endsWith("/about") ? new Response("", { status: 500 }) : null;
  const app = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: "unseen" } });
  await search(app, { username: "Ann" });
  clock.advance(31_000);
  await search(app, { username: "Cay" });
  expect(await checkedAt("reddit_user")).toEqual({ t2_ann1: 0 });
});

test("a kept profile that could not be refreshed counts as no check, so that the round reads it again", async () => {
  await storeAnn();
  const clock = testClock(START);
  const reddit = standIn({ Ann: { posts: picturePosts(1) }, Ben: { posts: picturePosts(1) } });
  const app = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: "kept" } });
  await search(app, { username: "Ann" });
  const writtenAt = async () => {
    clock.advance(31_000);
    await search(app, { username: "Ben" });
    const row = env.DB.prepare(
      "select checked_at as checked, last_updated as read from reddit_user",
    );
    return row.first();
  };
  expect(await writtenAt()).toEqual({ checked: START, read: START });
  clock.advance(2 * DAY_MS);
  reddit.instead = ({ pathname }) =>
    pathname.endsWith("/about") ? new Response("", { status: 500 }) : null;
  await search(app, { username: "Ann" });
  expect(await writtenAt()).toEqual({ checked: START, read: START });
});

test("a thousand noted posts are written at once", async () => {
  const writes: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void writes.push(work);
  const deps = derive(testApp().deps(), { waitUntil });
  noteListing(
    deps,
    "Ann",
    Array.from({ length: 999 }, (_, index) => `t3_${index}`),
  );
  expect(writes).toEqual([]);
  noteListing(deps, "Ann", ["t3_999"]);
  expect(writes).toHaveLength(1);
  await Promise.all(writes);
});

test("a listing brings back nothing of an emptied creator", async () => {
  await storedUser("t2_eve1", "Eve");
  await env.DB.prepare(
    "update reddit_user set display_name = null, checked_at = ?1, last_updated = ?1, removed_at = ?2",
  )
    .bind(OLD, OLD + DAY_MS)
    .run();
  const clock = testClock(START);
  const about = { subreddit: { title: "Eve the maker" } };
  const reddit = standIn({
    Eve: { posts: picturePosts(1), about },
    Finn: { posts: picturePosts(1) },
  });
  const app = appOver(reddit, { clock });
  expect((await search(app, { username: "Eve" })).userInfo?.title).toBe("Eve the maker");
  clock.advance(31_000);
  await search(app, { username: "Finn" });
  const row = env.DB.prepare("select display_name, checked_at from reddit_user");
  expect(await row.first()).toEqual({ display_name: null, checked_at: OLD });
});

test("the archive's listing checks nothing while Reddit fails: it also has what was deleted there", async () => {
  await storeAnn();
  const clock = testClock(START);
  const reddit = standIn({ Ben: { posts: [picturePost(70)] } });
  const archive = archiveStandIn([picturePost(0, { author: "Ann" })]);
  const env = { ARCHIVE_FALLBACK: "on", REDDIT_CLIENT_ID: "failing" };
  const app = appOver(reddit, { clock, fetch: besideReddit(reddit, archive), env });
  reddit.instead = () => new Response("down", { status: 503 });
  expect(await search(app, { username: "Ann" })).toMatchObject({ source: "archive", total: 1 });
  reddit.instead = () => null;
  clock.advance(31_000);
  expect(await search(app, { username: "Ben" })).toMatchObject({ source: "reddit" });
  expect(await checkedAt("reddit_post")).toMatchObject({ t3_p0: OLD });
  expect(await checkedAt("reddit_user")).toEqual({ t2_ann1: OLD });
});

test("a database that fails costs the visitor nothing", async () => {
  const lines = loggedLines();
  const clock = testClock(START);
  const reddit = standIn({ Ann: { posts: picturePosts(1) }, Ben: { posts: picturePosts(1) } });
  const broken = { ...env.DB, batch: () => Promise.reject(new Error("gone")) };
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: broken.batch,
  } as unknown as D1Database;
  const app = appOver(reddit, { clock, env: { DB, REDDIT_CLIENT_ID: "broken" } });
  await search(app, { username: "Ann" });
  clock.advance(31_000);
  expect(await search(app, { username: "Ben" })).toMatchObject({ total: 1 });
  expect(lines("listing_checks")).toHaveLength(1);
});

test("the rows read by a write depend on the listings, not on the number of stored targets", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
     insert into reddit_user (id, reddit_username, checked_at, last_updated) select 't2_n' || i, 'maker_' || i, ?1, ?1 from n`,
  )
    .bind(OLD)
    .run();
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
     insert into reddit_post (id, reddit_user_id, title, subreddit, created, url, media_type, permalink, gallery_images, thumbnails, checked_at, last_updated)
     select 't3_n' || i, 't2_n1', 'x', 'pics', 1, 'https://i.redd.it/x.jpg', 'image', '/x', '[]', '[]', ?1, ?2 from n`,
  )
    .bind(OLD, START - 3 * DAY_MS)
    .run();
  const clock = testClock(START);
  const creators = { Maker_1: { posts: picturePosts(60) }, Maker_2: { posts: picturePosts(30) } };
  const app = appOver(standIn(creators), { clock, env: { REDDIT_CLIENT_ID: "many" } });
  await search(app, { username: "Maker_1" });
  clock.advance(31_000);
  app.meter.reset();
  await search(app, { username: "Maker_2" });
  expect(app.meter.rowsRead).toBeLessThan(400);
  expect(await checkedAt("reddit_user")).toMatchObject({ t2_n1: START, t2_n2: START, t2_n3: OLD });
});
