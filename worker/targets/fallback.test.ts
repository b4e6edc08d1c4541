import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runScheduled } from "#worker/jobs/runner.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";

const reddit = smallReddit();
const archive = archiveStandIn([
  { ...picturePost(1), author: "Gone_Maker", author_fullname: "t2_gone" },
  { ...picturePost(2), author: "Other_Maker", author_fullname: "t2_other" },
]);
const app = testApp({
  fetch: besideReddit(reddit, archive),
  env: { ...reddit.env, ARCHIVE_FALLBACK: "on" },
});
const read = (table: string) =>
  env.DB.prepare(`select checked_at as checked, removed_at as emptied from ${table}`).all();

test("hearts while Reddit fails store the archive's copies as unchecked, and the next re-check empties the deleted ones", async () => {
  const { cookie } = await signUp(app, "ann");
  const vote = (path: string) =>
    app.request(`/api/leaderboard/${path}/vote`, { method: "POST", headers: { cookie } });
  reddit.failsFor = () => true;
  expect((await vote("posts/p1")).status).toBe(200);
  const unchecked = [{ checked: 0, emptied: null }];
  expect((await read("reddit_post")).results).toEqual(unchecked);
  expect((await read("reddit_user")).results, "the owner").toEqual(unchecked);
  expect((await vote("users/other_maker")).status).toBe(200);
  expect((await read("reddit_user")).results).toEqual([...unchecked, ...unchecked]);
  reddit.failsFor = () => false;
  await runScheduled("recheck", app.deps());
  expect((await read("reddit_post")).results).toMatchObject([{ emptied: expect.any(Number) }]);
});
