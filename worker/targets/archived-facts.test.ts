import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { SavedPostsResponse } from "#schema/api/saved.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { preview } from "#normalise/testing/raw-posts.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { crosspostOf } from "#worker/testing/crosspost.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { clearRemovals, removeByKey } from "#worker/testing/removals.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost, type RawPost } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

beforeEach(emptyTables);
beforeEach(clearRemovals);

let made = 0;

/** A deployment whose source is changed, with an account that hearts. */
async function switchedApp() {
  const clock = testClock(Date.parse("2026-11-01T12:00:00Z") + (made += 1) * 30 * DAY_MS);
  const reddit = smallReddit();
  const archive = archiveStandIn([]);
  const fetch = besideReddit(reddit, archive);
  const on = (POST_SOURCE: string) => {
    forgetCacheEntries();
    return testApp({ clock, fetch, env: { ...reddit.env, POST_SOURCE } });
  };
  const { cookie } = await signUp(on("archive"), `switcher${made}`);
  const vote = async (source: string, path: string) => {
    const address = `/api/leaderboard/${path}/vote`;
    const answer = await on(source).request(address, { method: "POST", headers: { cookie } });
    expect(answer.status, path).toBe(200);
  };
  const recheck = async (source: string) => {
    clock.advance(2 * HOUR_MS);
    await runScheduled("recheck", on(source).deps());
  };
  const saved = async () => {
    const answer = await on("archive").request("/api/leaderboard/saved/posts", {
      headers: { cookie },
    });
    return (await answer.json<SavedPostsResponse>()).posts;
  };
  const profile = () =>
    env.DB.prepare(
      "select display_name as title, description, avatar_url from reddit_user",
    ).first();
  return { clock, reddit, archive, on, vote, recheck, saved, profile };
}

const rawPost = (fields: RawPost = {}) => picturePost(1, fields);

test("the archive's older copy takes no mark, score or tile size from a post that Reddit gave us", async () => {
  const { reddit, archive, vote, recheck, saved } = await switchedApp();
  reddit.addPost("p1", "Ann", {
    ...rawPost({ over_18: true, spoiler: true, score: 900, num_comments: 40 }),
    preview: preview(),
  });
  archive.posts.push(rawPost({ score: 1, num_comments: 0 }));
  await vote("reddit", "posts/p1");
  const before = await saved();
  expect(before).toMatchObject([{ isNsfw: true, isSpoiler: true, score: 900, numComments: 40 }]);
  expect(before[0]?.thumbnails.length).toBeGreaterThan(1);
  await recheck("archive");
  expect(await saved()).toEqual(before);
});

test("the archive's later copy adds a mark, a higher score and more tile sizes to a post of the archive", async () => {
  const { archive, vote, recheck, saved } = await switchedApp();
  archive.posts.push(rawPost({ score: 1, num_comments: 9 }));
  await vote("archive", "posts/p1");
  const later = { ...rawPost({ score: 70, num_comments: 8, over_18: true }), preview: preview() };
  archive.posts.splice(0, 1, later);
  await recheck("archive");
  const [post] = await saved();
  expect(post).toMatchObject({ isNsfw: true, score: 70, numComments: 9 });
  expect(post?.thumbnails.length).toBeGreaterThan(1);
});

test("a damaged list of tile sizes is replaced by the archive's", async () => {
  const { archive, vote, recheck, saved } = await switchedApp();
  archive.posts.push({ ...rawPost(), preview: preview() });
  await vote("archive", "posts/p1");
  const before = await saved();
  await env.DB.prepare("update reddit_post set thumbnails = '{', media = null").run();
  await recheck("archive");
  expect(await saved()).toEqual(before);
});

test("a crosspost keeps its origins where the archive's copy has none, and stays hidden with a removed one", async () => {
  const { clock, reddit, archive, vote, recheck, saved } = await switchedApp();
  const { crosspost_parent_list: _, ...bare } = crosspostOf(1);
  reddit.addPost("p1", "Ann", crosspostOf(1));
  archive.posts.push(bare);
  await vote("reddit", "posts/p1");
  await removeByKey("user", "origin_maker");
  await recheck("archive");
  clock.advance(MINUTE_MS);
  expect(await saved()).toEqual([]);
});

test("neither the re-check nor a search at the archive replaces a profile that Reddit gave us", async () => {
  const { clock, reddit, archive, on, vote, recheck, profile } = await switchedApp();
  const subreddit = { title: "Ann the painter", public_description: "I paint", over_18: false };
  reddit.addUser("Ann", { id: "ann1", subreddit });
  archive.posts.push(rawPost());
  await vote("reddit", "users/Ann");
  const before = await profile();
  expect(before).toMatchObject({ title: "Ann the painter", description: "I paint" });
  await recheck("archive");
  expect(await profile(), "re-check").toEqual(before);
  clock.advance(2 * DAY_MS);
  const app = on("archive");
  await app.send("POST", "/api/reddit/search", { username: "Ann" });
  clock.advance(MINUTE_MS);
  await app.send("POST", "/api/reddit/search", { username: "Ann", sortBy: "top" });
  clock.advance(MINUTE_MS);
  archive.posts.push(picturePost(2, { author: "Lee" }));
  await app.send("POST", "/api/reddit/search", { username: "Lee" });
  expect(await profile(), "search").toEqual(before);
});

const FILTERED = { removed_by_category: "automod_filtered" };
const secondCopy = (retrieved_2nd_on: number, removal_type = "moderator") => ({
  _meta: { was_deleted_later: true, removal_type, retrieved_2nd_on },
});

test.each([
  ["a filter's mark older than the heart is ignored", "reddit", () => FILTERED, -60, 1],
  ["a filter's mark younger than the heart counts", "reddit", () => FILTERED, 60, 0],
  [
    "a moderator's mark of the second copy before the heart is ignored",
    "reddit",
    secondCopy,
    -7200,
    1,
  ],
  ["one that was published after the heart counts", "archive", secondCopy, -1800, 0],
  ["a moderator's mark after the heart counts", "archive", secondCopy, 7200, 0],
  [
    "an author's deletion counts, however old",
    "reddit",
    () => ({ removed_by_category: "deleted" }),
    -60,
    0,
  ],
  ["so does one of the second copy", "reddit", (at: number) => secondCopy(at, "deleted"), -7200, 0],
  ["a mark without a time counts", "reddit", () => ({ ...FILTERED, retrieved_on: null }), -60, 0],
])("in the archive %s", async (_, source, mark, seconds, left) => {
  const { clock, reddit, archive, vote, recheck, saved } = await switchedApp();
  const retrieved = Math.trunc(clock.now() / 1000) + seconds;
  reddit.addPost("p1", "Ann", rawPost());
  archive.posts.push(rawPost());
  await vote(source, "posts/p1");
  archive.posts.splice(0, 1, rawPost({ retrieved_on: retrieved, ...mark(retrieved) }));
  await recheck("archive");
  expect(await saved()).toHaveLength(left);
  await recheck("archive");
  expect(await saved(), "in each check").toHaveLength(left);
});
