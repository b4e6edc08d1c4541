import { and, desc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { feedback } from "#schema/db/feedback.ts";
import { postHeart, userHeart } from "#schema/db/hearts.ts";
import { redditPost, redditUser } from "#schema/db/reddit.ts";
import { session } from "#schema/db/sessions.ts";
import { postAloneIsShown, userIsShown } from "#worker/targets/shown.sql.ts";

/** Rows of one statement, so that an export of any size stays small in memory. */
export const EXPORT_PAGE = 500;

interface Heart {
  createdAt: Date;
}

/** Newest first. `createdAt` is unique within an account's user hearts, so it alone is the cursor. */
export const readUserHearts = (db: DrizzleD1Database, userId: string, after: Heart | null) =>
  db
    .select({ username: redditUser.redditUsername, createdAt: userHeart.createdAt })
    .from(userHeart)
    .innerJoin(redditUser, eq(redditUser.id, userHeart.redditUserId))
    .where(
      and(
        eq(userHeart.unearthUserId, userId),
        isNull(redditUser.emptiedAt),
        userIsShown,
        after ? lt(userHeart.createdAt, after.createdAt) : undefined,
      ),
    )
    .orderBy(desc(userHeart.createdAt))
    .limit(EXPORT_PAGE);

/** The title of an emptied or removed post is null. */
export const readPostHearts = (db: DrizzleD1Database, userId: string, after: Heart | null) =>
  db
    .select({
      id: redditPost.id,
      title: sql<string | null>`case when ${redditPost.emptiedAt} is null and ${postAloneIsShown}
        then ${redditPost.title} end`,
      createdAt: postHeart.createdAt,
    })
    .from(postHeart)
    .innerJoin(redditPost, eq(redditPost.id, postHeart.redditPostId))
    .where(
      and(
        eq(postHeart.unearthUserId, userId),
        after ? lt(postHeart.createdAt, after.createdAt) : undefined,
      ),
    )
    .orderBy(desc(postHeart.createdAt))
    .limit(EXPORT_PAGE);

type SentFeedback = typeof feedback.$inferSelect;

const isOlder = ({ createdAt, id }: SentFeedback): SQL =>
  sql`(${feedback.createdAt}, ${feedback.id}) < (${createdAt.getTime()}, ${id})`;

export const readFeedback = (db: DrizzleD1Database, userId: string, after: SentFeedback | null) =>
  db
    .select()
    .from(feedback)
    .where(and(eq(feedback.unearthUserId, userId), after ? isOlder(after) : undefined))
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(EXPORT_PAGE);

type StoredSession = Pick<typeof session.$inferSelect, "sid" | "sess" | "expire">;

/** Expired sessions stay until the hourly sweep. */
export const readSessions = (
  db: DrizzleD1Database,
  userId: string,
  now: Date,
  after: StoredSession | null,
) =>
  db
    .select({ sid: session.sid, sess: session.sess, expire: session.expire })
    .from(session)
    .where(
      and(
        eq(session.unearthUserId, userId),
        gt(session.expire, now),
        after ? sql`${session.sid} > ${after.sid}` : undefined,
      ),
    )
    .orderBy(session.sid)
    .limit(EXPORT_PAGE);
