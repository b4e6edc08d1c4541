import { and, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { hasUsername, redditPost, redditUser } from "#schema/db/reddit.ts";
import { DAY_MS } from "#schema/time.ts";
import { objectsOf, property, runUpdates, valuesOf } from "#worker/database/json-list.ts";
import { FRESH_USER, isNamed } from "./recheck.store.ts";
import { NEVER, type UserFacts } from "./targets.store.ts";

export interface Listed {
  postIds: string[];
  usernames: string[];
  profiles: Omit<UserFacts, "id">[];
}

/** Unary plus disables the index on the time, by which SQLite would read every older target. */
const isBefore = (column: unknown, time: number) => sql`+${column} <= ${time}`;

const MAX_FACTS_AGE_MS = 3 * DAY_MS;

/** A post with older facts is not stamped: a stamp has no facts, and the round then reads them again. */
const hasRecentFacts = (before: number) =>
  sql`+${redditPost.lastUpdated} > ${before - MAX_FACTS_AGE_MS}`;

const postsIn = (ids: string[], before: number) =>
  and(
    inArray(redditPost.id, valuesOf(ids)),
    isNull(redditPost.emptiedAt),
    hasRecentFacts(before),
    isBefore(redditPost.checkedAt, before),
  );

const usersIn = (names: string[], before: number) =>
  and(
    isNamed(valuesOf(names)),
    isNull(redditUser.emptiedAt),
    gt(sql`+${redditUser.checkedAt}`, NEVER.getTime()),
    isBefore(redditUser.checkedAt, before),
  );

const isOutdated = (before: number) =>
  and(
    hasUsername(property("username")),
    isNull(redditUser.emptiedAt),
    or(
      isBefore(redditUser.lastUpdated, before),
      sql`+${redditUser.checkedAt} = ${NEVER.getTime()}`,
    ),
  );

/**
 * Stamps stored targets that were not checked since `before`, in one batch with two rows written per target. A user
 * without a profile is stamped only if `profiles` has it.
 */
export async function stampChecked(
  db: DrizzleD1Database,
  { postIds, usernames, profiles }: Listed,
  time: number,
  before: number,
): Promise<void> {
  const now = new Date(time);
  const stamp = { checkedAt: now };
  const posts = db.update(redditPost).set(stamp).where(postsIn(postIds, before));
  const users = db.update(redditUser).set(stamp).where(usersIn(usernames, before));
  const facts = db
    .update(redditUser)
    .set({ ...FRESH_USER, ...stamp, lastUpdated: now })
    .from(objectsOf(profiles))
    .where(isOutdated(before));
  await runUpdates(db, [
    [postIds, posts],
    [profiles, facts],
    [usernames, users],
  ]);
}
