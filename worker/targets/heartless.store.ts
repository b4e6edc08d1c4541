import { and, asc, eq, gt, isNull, lte, notExists, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { DAY_MS } from "#schema/time.ts";
import { DUE_AFTER_MS } from "./recheck.rules.ts";
import { EMPTY_POST, EMPTY_USER, isDue, NEVER, type StoredTarget } from "./targets.store.ts";

/** Not at once, because a vote stores its target before its heart. */
const HEARTLESS_AFTER_MS = DAY_MS;
/** Targets of each kind that a run looks at, longest unchecked first. */
const MAX_LOOKED_AT = 500;

/** The limit is in the inner query: otherwise SQLite would read the whole index to find enough rows. */
const idsOf = (db: DrizzleD1Database, target: StoredTarget, now: number) => {
  const { id, heartCount, createdAt, checkedAt } = target;
  const first = db
    .select({ id, heartCount, createdAt })
    .from(target)
    .where(and(isDue(target, now - DUE_AFTER_MS), gt(checkedAt, NEVER)))
    .orderBy(asc(checkedAt))
    .limit(MAX_LOOKED_AT)
    .as("first");
  return db
    .select({ id: first.id })
    .from(first)
    .where(and(eq(first.heartCount, 0), lte(first.createdAt, new Date(now - HEARTLESS_AFTER_MS))));
};

/**
 * Empties due targets without hearts, so that the re-check does not ask about them, except owners of posts that are not
 * empty. Rows are not deleted: without an index of hearts by target, a deletion reads all hearts (decision 132).
 */
export async function emptyHeartless(db: DrizzleD1Database, now: number): Promise<void> {
  const time = new Date(now);
  // An unchanged checked_at distinguishes them from targets that are gone at the source.
  const emptied = { emptiedAt: time, lastUpdated: time };
  const shownPost = db
    .select({ id: redditPost.id })
    .from(redditPost)
    .where(and(eq(redditPost.redditUserId, redditUser.id), isNull(redditPost.emptiedAt)));
  await db.batch([
    db
      .update(redditPost)
      .set({ ...EMPTY_POST, ...emptied })
      .where(sql`${redditPost.id} in ${idsOf(db, redditPost, now)}`),
    db
      .update(redditUser)
      .set({ ...EMPTY_USER, ...emptied })
      .where(and(sql`${redditUser.id} in ${idsOf(db, redditUser, now)}`, notExists(shownPost))),
  ]);
}
