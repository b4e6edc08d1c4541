import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { appUser } from "#schema/db/app-users.ts";
import { postHeart, userHeart } from "#schema/db/hearts.ts";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { session } from "#schema/db/sessions.ts";

export interface PasswordChange {
  userId: string;
  /** Nothing happens unless this is still the stored one. */
  checkedHash: string;
  newHash: string;
  keptSid: string;
}

/** The new password and the end of every other session, or neither. */
export async function replacePassword(
  db: DrizzleD1Database,
  { userId, checkedHash, newHash, keptSid }: PasswordChange,
  now: Date,
): Promise<boolean> {
  const isReplaced = sql`exists (select 1 from app_user where id = ${userId} and password = ${newHash})`;
  const [{ meta }] = await db.batch([
    db
      .update(appUser)
      .set({ password: newHash, updatedAt: now })
      .where(and(eq(appUser.id, userId), eq(appUser.password, checkedHash))),
    db
      .delete(session)
      .where(and(eq(session.unearthUserId, userId), ne(session.sid, keptSid), isReplaced)),
  ]);
  return meta.changes > 0;
}

/** Sessions, preferences and hearts go with the row; the triggers on hearts keep the counts. */
export async function deleteAccount(db: DrizzleD1Database, userId: string, checkedHash: string) {
  const { meta } = await db
    .delete(appUser)
    .where(and(eq(appUser.id, userId), eq(appUser.password, checkedHash)));
  return meta.changes > 0;
}

/** Everything the account hearted, newest first. A post removed at Reddit has no title any more. */
export async function listHearts(db: DrizzleD1Database, userId: string) {
  const [users, posts] = await db.batch([
    db
      .select({ username: redditUser.redditUsername, createdAt: userHeart.createdAt })
      .from(userHeart)
      .innerJoin(redditUser, eq(redditUser.id, userHeart.redditUserId))
      .where(and(eq(userHeart.unearthUserId, userId), isNull(redditUser.removedAt)))
      .orderBy(desc(userHeart.createdAt)),
    db
      .select({
        id: redditPost.id,
        title: sql<
          string | null
        >`case when ${redditPost.removedAt} is null then ${redditPost.title} end`,
        createdAt: postHeart.createdAt,
      })
      .from(postHeart)
      .innerJoin(redditPost, eq(redditPost.id, postHeart.redditPostId))
      .where(eq(postHeart.unearthUserId, userId))
      .orderBy(desc(postHeart.createdAt)),
  ]);
  return { users, posts };
}
