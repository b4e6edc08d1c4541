import {
  and,
  eq,
  exists,
  inArray,
  isNotNull,
  ne,
  not,
  notExists,
  sql,
  type SQL,
} from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { appUser } from "#schema/db/app-users.ts";
import { feedback } from "#schema/db/feedback.ts";
import { knownAddress } from "#schema/db/known-addresses.ts";
import { postHeart, userHeart } from "#schema/db/hearts.ts";
import { session } from "#schema/db/sessions.ts";
import { unverifiedPost } from "#schema/db/unverified.ts";

export interface PasswordChange {
  userId: string;
  /** Nothing changes unless this is still the stored hash. */
  checkedHash: string;
  newHash: string;
  /** The caller's session goes on as `newSid`. */
  sid: string;
  newSid: string;
  /** The hash of the caller's address, the only one that stays known. */
  keptAddress: string;
}

/**
 * Stores the new password, ends every other session, gives the caller's a new id and forgets all other addresses; if
 * the hash has changed meanwhile, none of it.
 */
export async function replacePassword(
  db: DrizzleD1Database,
  { userId, checkedHash, newHash, sid, newSid, keptAddress }: PasswordChange,
  now: Date,
): Promise<{ isReplaced: boolean; isSessionKept: boolean }> {
  const isReplaced = exists(
    db
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(eq(appUser.id, userId), eq(appUser.password, newHash))),
  );
  const [replaced, , kept] = await db.batch([
    db
      .update(appUser)
      .set({ password: newHash, updatedAt: now })
      .where(and(eq(appUser.id, userId), eq(appUser.password, checkedHash))),
    db
      .delete(session)
      .where(and(eq(session.unearthUserId, userId), ne(session.sid, sid), isReplaced)),
    db
      .update(session)
      .set({ sid: newSid })
      .where(and(eq(session.sid, sid), isReplaced)),
    db
      .delete(knownAddress)
      .where(
        and(
          eq(knownAddress.unearthUserId, userId),
          ne(knownAddress.address, keptAddress),
          isReplaced,
        ),
      ),
  ]);
  return { isReplaced: replaced.meta.changes > 0, isSessionKept: kept.meta.changes > 0 };
}

/** Deleted hearts or feedback entries per statement; their triggers write several rows each. */
const ROWS_PER_SLICE = 250;

type Heart = typeof userHeart | typeof postHeart;

const isDeleted = isNotNull(appUser.deletedAt);

function deleteHeartSlice(
  db: DrizzleD1Database,
  heart: Heart,
  target: SQLiteColumn,
  which: SQL | undefined,
) {
  const slice = sql`select ${heart.unearthUserId}, ${target} from ${appUser}
cross join ${heart} on ${heart.unearthUserId} = ${appUser.id}
where ${which} limit ${ROWS_PER_SLICE}`;
  return db.delete(heart).where(sql`(${heart.unearthUserId}, ${target}) in (${slice})`);
}

/** Unsettled removal requests outlive the account, without e-mail address and user agent (decision 089). */
const isOpenRequest = sql`(${feedback.type} = 'removal' and ${inArray(feedback.status, ["open", "in_progress"])})`;

function isInFeedbackSlice(which: SQL | undefined, kind: SQL) {
  const slice = sql`select ${feedback.id} from ${appUser}
cross join ${feedback} on ${feedback.unearthUserId} = ${appUser.id}
where ${which} and ${kind} limit ${ROWS_PER_SLICE}`;
  return sql`${feedback.id} in (${slice})`;
}

/** Accounts without hearts and feedback; a flood of sign-ups that an operator has emptied is more than one slice. */
function emptySlice(db: DrizzleD1Database, which: SQL | undefined) {
  const hasNone = (heart: Heart) =>
    notExists(db.select().from(heart).where(eq(heart.unearthUserId, appUser.id)));
  return db
    .select({ id: appUser.id })
    .from(appUser)
    .where(
      and(
        which,
        hasNone(userHeart),
        hasNone(postHeart),
        notExists(db.select().from(feedback).where(eq(feedback.unearthUserId, appUser.id))),
      ),
    )
    .limit(ROWS_PER_SLICE);
}

/** Deletes a slice of the hearts and feedback of these accounts, then a slice of the accounts that have none left. */
const deletionOf = (db: DrizzleD1Database, which: SQL | undefined) =>
  [
    deleteHeartSlice(db, userHeart, userHeart.redditUserId, which),
    deleteHeartSlice(db, postHeart, postHeart.redditPostId, which),
    db.delete(feedback).where(isInFeedbackSlice(which, not(isOpenRequest))),
    db
      .update(feedback)
      .set({ unearthUserId: null, email: null, userAgent: null })
      .where(isInFeedbackSlice(which, isOpenRequest)),
    db.delete(appUser).where(inArray(appUser.id, emptySlice(db, which))),
  ] as const;

/**
 * One transaction empties the account, ends its sessions and deletes a first slice of its hearts and feedback; the job
 * deletes the rest. No password matches the emptied hash, so a concurrent login gets no session. Returns false if the
 * password changed since it was checked.
 */
export async function deleteAccount(
  db: DrizzleD1Database,
  userId: string,
  checkedHash: string,
  now: Date,
): Promise<boolean> {
  const isThis = and(eq(appUser.id, userId), isDeleted);
  const isEmptied = exists(db.select({ id: appUser.id }).from(appUser).where(isThis));
  const ofAccount = (owner: SQLiteColumn) => and(eq(owner, userId), isEmptied);
  const [{ meta }] = await db.batch([
    db
      .update(appUser)
      .set({
        // No sign-up accepts a space in a username, and no password matches the empty hash.
        username: `deleted ${userId}`,
        email: null,
        password: "",
        displayName: null,
        preferences: null,
        lastLoginAt: null,
        deletedAt: now,
      })
      .where(and(eq(appUser.id, userId), eq(appUser.password, checkedHash))),
    db.delete(session).where(ofAccount(session.unearthUserId)),
    db.delete(knownAddress).where(ofAccount(knownAddress.unearthUserId)),
    db.delete(unverifiedPost).where(ofAccount(unverifiedPost.unearthUserId)),
    ...deletionOf(db, isThis),
  ]);
  return meta.changes > 0;
}

export async function accountExists(db: DrizzleD1Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(eq(appUser.id, userId), not(isDeleted)));
  return rows.length > 0;
}

/** Returns true if a slice was full, so more rows may be left. */
export async function deleteSlice(db: DrizzleD1Database): Promise<boolean> {
  const results = await db.batch([...deletionOf(db, isDeleted)]);
  return results.some(({ meta }) => meta.changes >= ROWS_PER_SLICE);
}
