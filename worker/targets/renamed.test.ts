import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SavedPostsResponse } from "#schema/api/saved.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { clearRemovals, removeByKey } from "#worker/testing/removals.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

/*
 * A creator's row has the real id and the name before a renaming at Reddit. Another row has the new name: it was stored
 * while the source knew the name only, under an id made up from it.
 */
const REAL = "t2_wanderer";
const MADE_UP = "t2_z0123456789ab";

const reddit = smallReddit();
const app = testApp({ fetch: reddit.fetch, env: reddit.env });
let ann: Person;

const call = (method: string, path: string) =>
  app.request(`/api/leaderboard${path}`, { method, headers: { Cookie: ann.cookie } });

const readUser = (id: string) =>
  env.DB.prepare(
    "select reddit_username as name, avatar_url as avatar, heart_count as hearts, removed_at as emptied from reddit_user where id = ?",
  )
    .bind(id)
    .first();

beforeAll(async () => {
  ann = await signUp(app, "ann");
  reddit.addUser("New_Name", { id: "wanderer" });
  reddit.addPost("rn1", "New_Name", { author_fullname: REAL });
});

beforeEach(async () => {
  await clearRemovals();
  await env.DB.batch(
    ["post_heart", "user_heart", "reddit_post", "reddit_user"].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
  );
});

const empty = (id: string) =>
  env.DB.prepare("update reddit_user set removed_at = 2, checked_at = 1 where id = ?")
    .bind(id)
    .run();

test("a heart of a renamed creator gives their row the new name and keeps its hearts", async () => {
  await storedUser(REAL, "Old_Name");
  expect((await call("POST", `/users/${REAL}/vote`)).status).toBe(200);
  const answer = await call("POST", "/users/new_name/vote");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ voted: true, heartCount: 1 });
  expect(await readUser(REAL)).toMatchObject({ name: "New_Name", hearts: 1 });
});

test("a renamed creator whose new name has an emptied row of its own can be hearted", async () => {
  await storedUser(REAL, "Old_Name");
  await storedUser(MADE_UP, "New_Name");
  await empty(MADE_UP);
  const answer = await call("POST", "/users/new_name/vote");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ voted: true, heartCount: 1 });
  expect(await readUser(MADE_UP)).toMatchObject({
    name: "New_Name",
    avatar: "https://styles.redditmedia.com/newname.png",
    hearts: 1,
    emptied: null,
  });
  expect(await readUser(REAL)).toMatchObject({ name: "Old_Name", hearts: 0 });
  expect(await (await call("DELETE", "/users/new_name/vote")).json()).toMatchObject({
    voted: false,
    heartCount: 0,
  });
});

test.each([
  ["both rows", [REAL, MADE_UP]],
  ["the new name's row", [MADE_UP]],
])(
  "a heart of a renamed creator's post restores the row of the new name, after %s were emptied",
  async (_, emptied) => {
    await storedUser(REAL, "Old_Name");
    await storedUser(MADE_UP, "New_Name");
    for (const id of emptied) await empty(id);
    expect((await call("POST", "/posts/rn1/vote")).status).toBe(200);
    expect(await readUser(MADE_UP)).toMatchObject({
      avatar: "https://styles.redditmedia.com/newname.png",
      emptied: null,
    });
    const saved = await call("GET", "/saved/posts");
    expect((await saved.json<SavedPostsResponse>()).posts).toMatchObject([
      { username: "New_Name", authorAvatar: "https://styles.redditmedia.com/newname.png" },
    ]);
  },
);

const savedNames = async () => {
  const { posts } = await (await call("GET", "/saved/posts")).json<SavedPostsResponse>();
  return posts.map(({ username }) => username);
};

test("a heart of a renamed creator's post gives their row the new name, which a removal finds", async () => {
  await storedUser(REAL, "Old_Name");
  expect((await call("POST", "/posts/rn1/vote")).status).toBe(200);
  expect(await readUser(REAL)).toMatchObject({
    name: "New_Name",
    avatar: "https://styles.redditmedia.com/newname.png",
  });
  expect(await savedNames()).toEqual(["New_Name"]);
  await removeByKey("user", "new_name");
  expect(await savedNames()).toEqual([]);
});

test("a post of a creator who was removed and renamed takes no heart, and their row keeps the removed name", async () => {
  await storedUser(REAL, "Old_Name");
  await removeByKey("user", "old_name");
  expect((await call("POST", "/posts/rn1/vote")).status).toBe(410);
  expect(await readUser(REAL)).toMatchObject({ name: "Old_Name" });
  expect(await savedNames()).toEqual([]);
});

test("the re-check of a renamed creator's post gives their row the new name, after the old one was emptied too", async () => {
  for (const isEmptied of [false, true]) {
    await storedUser(REAL, "Old_Name");
    await storedPost("t3_rn1", REAL);
    await env.DB.prepare("update reddit_post set checked_at = 1").run();
    if (isEmptied) await empty(REAL);
    await runScheduled("recheck", app.deps());
    expect(await readUser(REAL)).toMatchObject({ name: "New_Name", emptied: null });
    await env.DB.prepare("delete from reddit_user").run();
  }
});

test("a re-checked post gives no name that is another row's, and none to a removed creator's row", async () => {
  await storedUser(REAL, "Old_Name");
  await storedUser(MADE_UP, "New_Name");
  await storedPost("t3_rn1", REAL);
  await env.DB.prepare("update reddit_post set checked_at = 1").run();
  await runScheduled("recheck", app.deps());
  expect(await readUser(REAL)).toMatchObject({ name: "Old_Name" });
  await env.DB.prepare("delete from reddit_user where id = ?").bind(MADE_UP).run();
  await removeByKey("user", "old_name");
  await env.DB.prepare("update reddit_post set checked_at = 1").run();
  await runScheduled("recheck", app.deps());
  expect(await readUser(REAL)).toMatchObject({ name: "Old_Name" });
});

test("a re-check at the archive, which keeps older names, renames no creator", async () => {
  const older = { ...picturePost(1), score: 700, id: "rn1", name: "t3_rn1", author: "Old_Name" };
  const archive = archiveStandIn([{ ...older, author_fullname: REAL }]);
  const archived = testApp({ fetch: archive.fetch, env: { POST_SOURCE: "archive" } });
  await storedUser(REAL, "New_Name");
  await storedPost("t3_rn1", REAL);
  await env.DB.prepare("update reddit_post set checked_at = 1").run();
  await runScheduled("recheck", archived.deps());
  expect(await env.DB.prepare("select score from reddit_post").first("score")).toBe(700);
  expect(await readUser(REAL)).toMatchObject({ name: "New_Name" });
});

test("a faulty source that gives two creators one new name does not fail the re-check", async () => {
  reddit.addPost("rn2", "NEW_NAME", { author_fullname: "t2_other" });
  await storedUser(REAL, "Old_Name");
  await storedUser("t2_other", "Other_Name");
  await storedPost("t3_rn1", REAL);
  await storedPost("t3_rn2", "t2_other");
  await env.DB.prepare("update reddit_post set checked_at = 1").run();
  await runScheduled("recheck", app.deps());
  const names = [await readUser(REAL), await readUser("t2_other")].map((user) => user?.["name"]);
  expect(names.filter((name) => /^new_name$/i.test(String(name)))).toHaveLength(1);
  reddit.removePost("rn2");
});

test("a heart for the new name of a creator who was removed is 410, and their row keeps the removed name", async () => {
  await storedUser(REAL, "Old_Name");
  await removeByKey("user", "old_name");
  for (const isEmptied of [false, true]) {
    if (isEmptied) await empty(REAL);
    expect((await call("POST", "/users/new_name/vote")).status).toBe(410);
    expect(await readUser(REAL)).toMatchObject({ name: "Old_Name", avatar: null, hearts: 0 });
  }
});
