import { and, asc, eq, gt, isNull, lte, notExists, sql, type SQL } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { DAY_MS } from "#schema/time.ts";
import { DUE_AFTER_MS } from "./recheck.rules.ts";
import { EMPTY_POST, EMPTY_USER, isDue, NEVER, type StoredTarget } from "./targets.store.ts";

/** Not at once, because a vote stores its target before its heart. */
const HEARTLESS_AFTER_MS = DAY_MS;
/** Targets of each kind and range that a run looks at, longest unchecked first. */
const MAX_LOOKED_AT = 500;

interface Range {
  where: SQL | undefined;
  /** The column that says when a vote stored the target. */
  stored: "createdAt" | "lastUpdated";
}

/**
 * Two ranges: in one order, targets never checked (the archive's while Reddit fails, authors without a profile) would
 * come first and fill the limit. They are due at once when a vote restores them, so their creation does not count.
 */
const rangesOf = (target: StoredTarget, now: number): [checked: Range, unchecked: Range] => [
  {
    where: and(isDue(target, now - DUE_AFTER_MS), gt(target.checkedAt, NEVER)),
    stored: "createdAt",
  },
  {
    where: and(isNull(target.emptiedAt), eq(target.checkedAt, NEVER)),
    stored: "lastUpdated",
  },
];

/** The limit is in the inner query: otherwise SQLite would read the whole index to find enough rows. */
const idsOf = (
  db: DrizzleD1Database,
  target: StoredTarget,
  { where, stored }: Range,
  now: number,
) => {
  const { id, heartCount, checkedAt } = target;
  const first = db
    .select({ id, heartCount, storedAt: target[stored] })
    .from(target)
    .where(where)
    .orderBy(asc(checkedAt))
    .limit(MAX_LOOKED_AT)
    .as("first");
  return db
    .select({ id: first.id })
    .from(first)
    .where(and(eq(first.heartCount, 0), lte(first.storedAt, new Date(now - HEARTLESS_AFTER_MS))));
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
  const emptyPosts = (range: Range) =>
    db
      .update(redditPost)
      .set({ ...EMPTY_POST, ...emptied })
      .where(sql`${redditPost.id} in ${idsOf(db, redditPost, range, now)}`);
  const emptyUsers = (range: Range) =>
    db
      .update(redditUser)
      .set({ ...EMPTY_USER, ...emptied })
      .where(
        and(sql`${redditUser.id} in ${idsOf(db, redditUser, range, now)}`, notExists(shownPost)),
      );
  const [checkedPosts, uncheckedPosts] = rangesOf(redditPost, now);
  const [checkedUsers, uncheckedUsers] = rangesOf(redditUser, now);
  await db.batch([
    emptyPosts(checkedPosts),
    emptyPosts(uncheckedPosts),
    emptyUsers(checkedUsers),
    emptyUsers(uncheckedUsers),
  ]);
}
