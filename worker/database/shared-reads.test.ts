import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { removeByKey } from "#worker/testing/removals.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { testApp } from "#worker/testing/test-app.ts";

const reddit = smallReddit();
const { db, clock } = await laggingReplica(HOUR_MS);
const app = testApp({ clock, fetch: reddit.fetch, env: { ...reddit.env, DB: db } });

/** Of a request that reads from the replica. */
function readerDeps() {
  const deps = app.deps();
  const constraints = { hasSession: false, readsSession: false, bookmark: null };
  deps.database.readNearest(async () => constraints);
  return deps;
}

test("badges are calculated at the primary, because every visitor is shown them for a day", async () => {
  reddit.addUser("gemhunter");
  await env.DB.prepare("update reddit_user set heart_count = 101, first_heart_at = 1").run();
  const answer = await app.request("/api/badges/users/gemhunter");
  expect(await answer.json()).toMatchObject({
    badges: [{ title: "Popular" }, { title: "Creator" }],
  });
});

test("lists that an isolate keeps are read at the primary, where no entry is missing", async () => {
  await env.DB.prepare("insert into nsfw_subreddit (id, name) values ('n1', 'newly_adult')").run();
  await removeByKey("user", "just_removed");
  clock.advance(MINUTE_MS);
  expect((await nsfwNames(readerDeps())).has("newly_adult")).toBe(true);
  expect((await currentRemovals(readerDeps())).hasUser("just_removed")).toBe(true);
});
