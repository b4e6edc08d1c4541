/// <reference types="vite/types/importMeta.d.ts" />
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { recordCheckedPosts, recordCheckedUsers } from "./recheck.store.ts";

const page = import.meta.glob<string>("../../docs/operations.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const documented = (condition: string) => {
  const command = new RegExp(`--command "\\s*(update reddit_post set [^"]*${condition}[^"]*)"`);
  return command.exec(Object.values(page).join(""))?.[1] ?? "";
};

/** A creator with a full profile and a post with a picture. */
async function storeCreator(id: string, username: string): Promise<void> {
  await storedUser(`t2_${id}`, username, 1);
  await env.DB.prepare("update reddit_user set description = 'x', avatar_url = 'x' where id = ?")
    .bind(`t2_${id}`)
    .run();
  await storedPost(`t3_${id}`, `t2_${id}`, 1);
  await env.DB.prepare(
    `update reddit_post set media_type = 'video', is_nsfw = 1, subreddit_is_nsfw = 1, is_spoiler = 1
     where id = ?`,
  )
    .bind(`t3_${id}`)
    .run();
}

/** Rows without their times and ids. */
async function storedRows(id: string) {
  const read = async (table: string, key: string) => {
    const row = await env.DB.prepare(`select * from ${table} where id = ?`).bind(key).first();
    const { removed_at, ...columns } = row ?? {};
    const own = [
      "id",
      "reddit_user_id",
      "reddit_username",
      "checked_at",
      "last_updated",
      "created_at",
    ];
    const rest = Object.entries(columns).filter(([name]) => !own.includes(name));
    return { ...Object.fromEntries(rest), isEmptied: removed_at !== null };
  };
  return [await read("reddit_user", `t2_${id}`), await read("reddit_post", `t3_${id}`)];
}

/** A heart that waits for its post. */
const storeWaiting = (member: string, username: string) =>
  env.DB.prepare(
    `insert into unverified_post
      (unearth_user_id, reddit_post_id, username, title, subreddit, created, media_type, check_at)
     values (?, ?, ?, 'A title', 'pics', 1, 'image', 1)`,
  )
    .bind(member, `t3_${username.toLowerCase()}`, username)
    .run();

test("the SQL in operations.md empties a creator's rows like the re-check, and waiting hearts too", async () => {
  const { user } = await signUp(appOver(standIn({})), "waiting");
  for (const username of ["By_Hand", "Kept"]) await storeWaiting(user.id, username);
  await storeCreator("hand", "By_Hand");
  await storeCreator("job", "By_Job");
  await storeCreator("kept", "Kept");
  const kept = await storedRows("kept");
  const statements = documented("'NAME'").replaceAll("NAME", "by_hand").split(";");
  expect(statements).toHaveLength(3);
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  const db = drizzle(env.DB);
  await recordCheckedPosts(
    db,
    { fresh: [], deleted: ["t3_job"], same: [], owners: [] },
    Date.now(),
  );
  await recordCheckedUsers(db, { fresh: [], deleted: ["By_Job"], same: [] }, Date.now());
  expect(await storedRows("hand")).toEqual(await storedRows("job"));
  expect(await storedRows("hand")).toMatchObject([
    { isEmptied: true },
    { isEmptied: true, created: 0, media_type: "image", is_nsfw: 0, is_spoiler: 0 },
  ]);
  expect(await storedRows("kept")).toEqual(kept);
  const { results } = await env.DB.prepare("select username from unverified_post").run();
  expect(results).toEqual([{ username: "Kept" }]);
});

test("the SQL in operations.md clears what earlier versions left in emptied posts, and no other post", async () => {
  for (const [id, username] of [
    ["old", "Emptied_Before"],
    ["now", "Emptied_Now"],
    ["shown", "Shown"],
  ] as const)
    await storeCreator(id, username);
  const shown = await storedRows("shown");
  const checked = { fresh: [], deleted: ["t3_old", "t3_now"], same: [], owners: [] };
  await recordCheckedPosts(drizzle(env.DB), checked, Date.now());
  await env.DB.prepare(
    "update reddit_post set created = 9, media_type = 'gif', is_nsfw = 1, is_spoiler = 1 where id = 't3_old'",
  ).run();
  await env.DB.prepare(documented("removed_at is not null")).run();
  const [, old] = await storedRows("old");
  expect(old).toEqual((await storedRows("now"))[1]);
  expect(await storedRows("shown")).toEqual(shown);
});

test("a post deleted at Reddit leaves the board with the run that notices it", async () => {
  await env.DB.prepare("delete from reddit_user").run();
  await storedUser("t2_top", "Top", 2);
  for (const id of ["t3_gone9", "t3_left9"]) await storedPost(id, "t2_top", 1);
  await env.DB.prepare("update reddit_post set checked_at = 1000").run();
  const clock = testClock();
  const reddit = standIn({ Top: { posts: [picturePost(1, { id: "left9", name: "t3_left9" })] } });
  const app = appOver(reddit, { clock });
  await recomputeBoards(app.deps());
  clock.advance(DAY_MS);
  await runScheduled("recheck", app.deps());
  const ranks = env.DB.prepare("select ranks from leaderboard_current where kind = 'posts'");
  expect(await ranks.first("ranks")).toBe('{"t3_left9":1}');
});

test("a check whose answer comes after its targets were emptied writes nothing into them", async () => {
  await env.DB.prepare("delete from reddit_user").run();
  await storeCreator("late9", "Late");
  await env.DB.batch([
    env.DB.prepare("update reddit_post set checked_at = 1000"),
    env.DB.prepare("update reddit_user set checked_at = 1000"),
  ]);
  const clock = testClock();
  const posts = [picturePost(1, { id: "late9", name: "t3_late9" })];
  const about = { subreddit: { title: "Late", public_description: "Words" } };
  const reddit = standIn({ Late: { posts, about } });
  const db = drizzle(env.DB);
  reddit.instead = async ({ pathname }) => {
    const none = { fresh: [], same: [], owners: [] };
    if (pathname === "/api/info")
      await recordCheckedPosts(db, { ...none, deleted: ["t3_late9"] }, clock.now());
    if (pathname.endsWith("/about"))
      await recordCheckedUsers(db, { ...none, deleted: ["Late"] }, clock.now());
    return null;
  };
  clock.advance(DAY_MS);
  await runScheduled("recheck", appOver(reddit, { clock }).deps());
  expect(reddit.count(/api\/info/)).toBe(1);
  expect(reddit.count(/about/)).toBe(1);
  expect(await storedRows("late9")).toMatchObject([
    { display_name: null, description: null, isEmptied: true },
    { title: "", url: "", isEmptied: true },
  ]);
});
