import { afterEach, beforeEach, expect, test } from "vitest";
import type { SeedCreator } from "./creators.ts";
import { seedFirstStart } from "./first-start.ts";
import { madeUpPost, madeUpUser } from "./targets.ts";
import { makeLocalState, type LocalState } from "#tools/testing/local-state.ts";

const CREATORS = 8;
const POSTS = 30;
let local: LocalState;
beforeEach(() => {
  local = makeLocalState();
});
afterEach(() => local.remove());

const numberOf = (sql: string) =>
  local.withDatabase((database) => Number(Object.values(database.prepare(sql).get() ?? {})[0]));

const nowSeconds = () => Math.floor(Date.now() / 1000);

function creators(): SeedCreator[] {
  return Array.from({ length: CREATORS }, (_, index) => {
    const user = { ...madeUpUser(index), isKnown: true };
    const posts = Array.from({ length: POSTS }, (_unused, post) =>
      madeUpPost(index * POSTS + post, user, nowSeconds()),
    );
    return { user, posts: posts as unknown as SeedCreator["posts"] };
  });
}

function start(found = creators()) {
  let seeds = 0;
  return seedFirstStart("http://127.0.0.1:1", {
    state: local.state,
    loadCreators: async () => found,
    onSeed: () => void (seeds += 1),
  }).then((result) => ({ ...result, seeds }));
}

test("the first start on an unused database fills it, a later one leaves it as it is", async () => {
  expect(await start()).toEqual({ isFirst: true, hasDemo: true, seeds: 1 });
  const hearts = numberOf("select count(*) from post_heart");
  expect(hearts).toBeGreaterThan(1_000);
  expect(await start()).toEqual({ isFirst: false, hasDemo: true, seeds: 0 });
  expect(numberOf("select count(*) from post_heart")).toBe(hearts);
});

test("counts agree with hearts, the skew is visible, and every time lies between creation and now", async () => {
  await start();
  for (const kind of ["user", "post"]) {
    const wrong = numberOf(
      `select count(*) from reddit_${kind} t where heart_count <>
        (select count(*) from ${kind}_heart h where h.reddit_${kind}_id = t.id)`,
    );
    expect(wrong).toBe(0);
    const early = numberOf(
      `select count(*) from reddit_${kind} t where first_heart_at is not
        (select min(created_at) from ${kind}_heart h where h.reddit_${kind}_id = t.id)`,
    );
    expect(early, "the first heart's time").toBe(0);
    expect(numberOf(`select count(*) from ${kind}_heart where created_at > ${Date.now()}`)).toBe(0);
  }
  expect(numberOf("select max(heart_count) >= 3 * min(heart_count) from reddit_user")).toBe(1);
  expect(
    numberOf(
      `select count(*) from post_heart h join reddit_post p on p.id = h.reddit_post_id
       where h.created_at < p.created * 1000`,
    ),
  ).toBe(0);
  // Saved lists page by these: an account's unique times, with totals that rise with them.
  expect(
    numberOf(
      `select count(*) from (select saved_total, row_number() over
        (partition by unearth_user_id order by created_at) as place from post_heart) where saved_total <> place`,
    ),
  ).toBe(0);
});

test("a post is stored with all that a board shows of it, and is due for a check like any other", async () => {
  const [creator] = creators();
  const [post] = creator?.posts ?? [];
  await start();
  const row = local.withDatabase((database) =>
    database.prepare("select * from reddit_post where id = ?").get(post?.id ?? ""),
  );
  expect(row).toMatchObject({
    reddit_user_id: creator?.user.id,
    title: post?.title,
    subreddit: post?.subreddit,
    score: post?.score,
    num_comments: post?.numComments,
    url: post?.url,
    thumbnail_url: post?.thumbnailUrl,
    media_type: "image",
    is_nsfw: 0,
    is_spoiler: 0,
    permalink: post?.permalink,
    gallery_images: "[]",
    media: JSON.stringify(post?.media),
    thumbnails: JSON.stringify(post?.thumbnails),
    origins: null,
  });
  for (const kind of ["user", "post"])
    expect(numberOf(`select max(checked_at) from reddit_${kind}`)).toBeLessThanOrEqual(Date.now());
});

test("the demo account has a UUID; one of an older seed is still known", async () => {
  await start();
  const isUuid = "id glob '????????-????-4???-8???-????????????'";
  const demos = `select count(*) from app_user where username = 'demo' and ${isUuid}`;
  expect(numberOf(demos)).toBe(1);
  expect(numberOf("select count(*) from app_user where display_name = 'Demo'")).toBe(1);
  local.withDatabase((database) =>
    database.exec(
      "pragma foreign_keys = off; update app_user set id = 'seed-0000000' where username = 'demo'",
    ),
  );
  expect(await start()).toMatchObject({ isFirst: false, hasDemo: true });
});

test.each([
  [
    "account of a visitor",
    "insert into app_user (id, username, password) values ('a', 'ada', 'x')",
  ],
  ["hearted creator", "insert into reddit_user (id, reddit_username) values ('t2_a', 'ada')"],
])("a database with one %s gets no hearts", async (_, sql) => {
  local.withDatabase((database) => database.exec(sql));
  expect(await start()).toEqual({ isFirst: false, hasDemo: false, seeds: 0 });
  expect(numberOf("select count(*) from user_heart")).toBe(0);
});

test("a database behind another source than the sample gets no hearts", async () => {
  expect(await start([])).toEqual({ isFirst: false, hasDemo: false, seeds: 0 });
  expect(numberOf("select count(*) from app_user")).toBe(0);
});

test("after seeding the triggers count again", async () => {
  await start();
  const demo = "(select id from app_user where username = 'demo')";
  const first = `(select reddit_post_id from post_heart where unearth_user_id = ${demo} limit 1)`;
  const before = numberOf(`select heart_count from reddit_post where id = ${first}`);
  local.withDatabase((database) => {
    const id = database.prepare(`select ${first} as id`).get() as { id: string };
    database.exec(
      `delete from post_heart where unearth_user_id = ${demo} and reddit_post_id = '${id.id}'`,
    );
    const after = database.prepare("select heart_count from reddit_post where id = ?").get(id.id);
    expect(after).toEqual({ heart_count: before - 1 });
  });
});
