import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SavedPostsResponse } from "#schema/api/saved.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

/* The archive has copies of what was deleted at Reddit, and posts of a renamed creator under the older name. */
const GONE = "t2_gone";
const RENAMED = "t2_renamed";

const reddit = smallReddit();
const archive = archiveStandIn([
  { ...picturePost(1), author: "Gone_Maker", author_fullname: GONE },
  { ...picturePost(2), author: "Gone_Maker", author_fullname: GONE },
  { ...picturePost(3), author: "Old_Name", author_fullname: RENAMED },
]);
const fetch = besideReddit(reddit, archive);
const APPS = {
  archive: testApp({ fetch, env: { POST_SOURCE: "archive" } }),
  fallback: testApp({ fetch, env: { ...reddit.env, ARCHIVE_FALLBACK: "on" } }),
};
const MODES = ["archive", "fallback"] as const;
let ann: Person;

beforeAll(async () => {
  ann = await signUp(APPS.archive, "ann");
});

beforeEach(async () => {
  reddit.failsFor = () => true;
  archive.calls = [];
  await env.DB.batch(
    ["post_heart", "user_heart", "reddit_post", "reddit_user"].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
  );
});

const call = (mode: keyof typeof APPS, method: string, path: string) =>
  APPS[mode].request(`/api/leaderboard${path}`, { method, headers: { Cookie: ann.cookie } });
const vote = async (mode: keyof typeof APPS, path: string) =>
  (await call(mode, "POST", `/${path}/vote`)).status;

const read = (table: "reddit_user" | "reddit_post", id: string) =>
  env.DB.prepare(`select * from ${table} where id = ?`).bind(id).first();
const set = (table: "reddit_user" | "reddit_post", id: string, change: string) =>
  env.DB.prepare(`update ${table} set ${change} where id = ?`).bind(id).run();

const DELETED = "removed_at = 2000, checked_at = 2000";
const HEARTLESS = "removed_at = 2000, checked_at = 1000";

test("a heart does not restore a post or a creator deleted at Reddit from the archive, which is not asked", async () => {
  await storedUser(GONE, "Gone_Maker");
  await storedPost("t3_p1", GONE, 2);
  await set("reddit_user", GONE, DELETED);
  await set("reddit_post", "t3_p1", `${DELETED}, title = ''`);
  expect(await vote("archive", "posts/p1")).toBe(404);
  for (const id of ["gone_maker", GONE]) expect(await vote("archive", `users/${id}`)).toBe(404);
  expect(archive.calls).toEqual([]);
  expect(await vote("fallback", "posts/p1")).toBe(503);
  expect(await vote("fallback", "users/gone_maker")).toBe(503);
  expect(await read("reddit_post", "t3_p1")).toMatchObject({ title: "", removed_at: 2000 });
  expect(await read("reddit_user", GONE)).toMatchObject({ removed_at: 2000 });
});

test.each(MODES)(
  "a heart for another post of a creator deleted at Reddit is 404 and does not restore the creator (%s)",
  async (mode) => {
    await storedUser(GONE, "Gone_Maker");
    await set("reddit_user", GONE, DELETED);
    expect(await vote(mode, "posts/p2")).toBe(404);
    expect(await read("reddit_user", GONE)).toMatchObject({ removed_at: 2000 });
    expect(await read("reddit_post", "t3_p2")).toBeNull();
  },
);

test.each(MODES)(
  "a target emptied without hearts is restored from the archive (%s)",
  async (mode) => {
    await storedUser(GONE, "Gone_Maker");
    await storedPost("t3_p1", GONE);
    await set("reddit_user", GONE, HEARTLESS);
    await set("reddit_post", "t3_p1", `${HEARTLESS}, title = ''`);
    expect(await vote(mode, "posts/p1")).toBe(200);
    expect(await read("reddit_post", "t3_p1")).toMatchObject({
      title: "Picture 1",
      removed_at: null,
      heart_count: 1,
    });
    expect(await read("reddit_user", GONE), "the owner").toMatchObject({ removed_at: null });
    await set("reddit_user", GONE, HEARTLESS);
    expect(await vote(mode, "users/gone_maker")).toBe(200);
    expect(await read("reddit_user", GONE)).toMatchObject({ removed_at: null, heart_count: 1 });
  },
);

test.each(MODES)(
  "a heart for an older post does not give a renamed creator's row the older name (%s)",
  async (mode) => {
    await storedUser(RENAMED, "New_Name");
    expect(await vote(mode, "posts/p3")).toBe(200);
    expect(await read("reddit_user", RENAMED)).toMatchObject({ reddit_username: "New_Name" });
    const saved = await (await call(mode, "GET", "/saved/posts")).json<SavedPostsResponse>();
    expect(saved.posts).toMatchObject([{ id: "t3_p3", username: "New_Name" }]);
  },
);

test("a heart for an older name at the archive goes to the creator's row, which keeps name and facts", async () => {
  // The id that the stand-in gives.
  await storedUser("t2_ann1", "New_Name");
  expect(await vote("archive", "users/old_name")).toBe(200);
  expect(await read("reddit_user", "t2_ann1")).toMatchObject({
    reddit_username: "New_Name",
    display_name: "New_Name the creator",
    heart_count: 1,
  });
});

test("a post deleted at Reddit while the archive was asked stays emptied", async () => {
  const raw = { ...picturePost(4), author: "Gone_Maker", author_fullname: GONE };
  await storedUser(GONE, "Gone_Maker");
  const answer = async () => {
    await storedPost("t3_p4", GONE);
    await set("reddit_post", "t3_p4", `${DELETED}, title = ''`);
    return Response.json({ data: [raw] });
  };
  archive.instead = ({ pathname }) => (pathname.endsWith("/ids") ? answer() : null);
  expect(await vote("archive", "posts/p4")).toBe(404);
  archive.instead = () => null;
  expect(await read("reddit_post", "t3_p4")).toMatchObject({ title: "", removed_at: 2000 });
});
