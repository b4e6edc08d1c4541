import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const reddit = smallReddit();
const archive = archiveStandIn([
  { ...picturePost(1), author: "Gone_Maker", author_fullname: "t2_gone" },
  { ...picturePost(2), author: "Other_Maker", author_fullname: "t2_other" },
]);
const clock = testClock();
const app = testApp({
  clock,
  fetch: besideReddit(reddit, archive),
  env: { ...reddit.env, ARCHIVE_FALLBACK: "on" },
});
const read = (table: string) =>
  env.DB.prepare(`select checked_at as checked, removed_at as emptied from ${table}`).all();

beforeEach(emptyTables);

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

test("while Reddit fails, the archive's copies are emptied a day after a vote stored them if they have no hearts", async () => {
  const { cookie } = await signUp(app, "ben");
  const vote = async (path: string, method: string) => {
    const answer = await app.request(`/api/leaderboard/${path}/vote`, {
      method,
      headers: { cookie },
    });
    expect(answer.status, `${method} ${path}`).toBe(200);
  };
  const recheck = () => runScheduled("recheck", app.deps());
  const shown = async () => {
    const { results } = await env.DB.prepare(
      `select title as name from reddit_post where removed_at is null
       union all select reddit_username from reddit_user where removed_at is null order by 1`,
    ).all();
    return results.map(({ name }) => name);
  };
  const press = async () => {
    for (const path of ["posts/p1", "users/gone_maker"]) {
      await vote(path, "POST");
      await vote(path, "DELETE");
    }
  };
  reddit.failsFor = () => true;
  await vote("posts/p2", "POST");
  await press();
  const all = await shown();
  expect(all).toHaveLength(4);
  clock.advance(DAY_MS);
  await recheck();
  const kept = await shown();
  expect(kept, "the hearted post and its owner").toHaveLength(2);
  await press();
  expect(await shown()).toEqual(all);
  await recheck();
  expect(await shown(), "stored again just now").toEqual(all);
  clock.advance(DAY_MS);
  await recheck();
  expect(await shown()).toEqual(kept);
});
