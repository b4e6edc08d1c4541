import { and, asc, count, gt, isNull } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { isDue, NEVER, type StoredTarget } from "./targets.store.ts";

/** The oldest check; null without targets. Reads one row of each index. */
export async function readOldestCheck(db: DrizzleD1Database, now: number): Promise<number | null> {
  const oldest = (target: StoredTarget) =>
    db
      .select({ at: target.checkedAt })
      .from(target)
      .where(and(isDue(target, now), gt(target.checkedAt, NEVER)))
      .orderBy(asc(target.checkedAt))
      .limit(1);
  const [users, posts] = await db.batch([oldest(redditUser), oldest(redditPost)]);
  const times = [...users, ...posts].map(({ at }) => at.getTime());
  return times.length > 0 ? Math.min(...times) : null;
}

/** Expensive: reads every entry of two indexes. */
export async function countTargets(db: DrizzleD1Database) {
  const [[users], [posts]] = await db.batch([
    db.select({ count: count() }).from(redditUser).where(isNull(redditUser.emptiedAt)),
    db.select({ count: count() }).from(redditPost).where(isNull(redditPost.emptiedAt)),
  ]);
  return { users: users?.count ?? 0, posts: posts?.count ?? 0 };
}
