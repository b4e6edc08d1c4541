import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { laggingD1, type LaggingOptions } from "./lagging-d1.ts";
import { testClock } from "./test-app.ts";

/** DB with a replica that lags by `lagMs`; both have one creator, t2_gem1 "gemhunter", and the post t3_gem1. */
export async function laggingReplica(lagMs: number, travel?: LaggingOptions["travel"]) {
  const clock = testClock();
  const { DB: primary, REPLICA_UNDER_TEST: replica } = env;
  await applyD1Migrations(replica, env.TEST_MIGRATIONS);
  for (const database of [primary, replica]) {
    await database.batch([
      database.prepare(
        "insert or ignore into reddit_user (id, reddit_username, display_name) values ('t2_gem1', 'gemhunter', 'Gem')",
      ),
      database.prepare(
        `insert or ignore into reddit_post (id, reddit_user_id, title, subreddit, score, num_comments, created, url,
          media_type, permalink, gallery_images, thumbnails)
        values ('t3_gem1', 't2_gem1', 'A gem', 'pics', 1, 1, 1700000000, 'https://i.redd.it/gem1.jpg', 'image',
          '/r/pics/comments/gem1/a_gem/', '[]', '[]')`,
      ),
    ]);
  }
  return { ...laggingD1({ primary, replica, clock, lagMs, travel }), clock };
}
