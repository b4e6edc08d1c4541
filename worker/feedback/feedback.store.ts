import { and, desc, eq, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { FeedbackType, FeedbackUpdate } from "#schema/api/feedback.ts";
import { appUser } from "#schema/db/app-users.ts";
import { feedback, feedbackTally } from "#schema/db/feedback.ts";
import type { FeedbackPosition, FeedbackQuery } from "./feedback.rules.ts";

export type FeedbackRow = typeof feedback.$inferSelect;

/**
 * Returns false if the id is taken; nothing is stored then. An account that was deleted since its session was read is
 * left out: its id would violate the foreign key.
 */
export async function insertFeedback(db: DrizzleD1Database, row: FeedbackRow): Promise<boolean> {
  const { unearthUserId } = row;
  const account =
    unearthUserId === null
      ? null
      : sql`${db.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, unearthUserId))}`;
  const values = { ...row, unearthUserId: account };
  const { meta } = await db.insert(feedback).values(values).onConflictDoNothing();
  return meta.changes > 0;
}

/** The number of open entries of the type; reads one row. */
export async function countOpen(db: DrizzleD1Database, type: FeedbackType): Promise<number> {
  const [tally] = await db
    .select({ count: feedbackTally.count })
    .from(feedbackTally)
    .where(and(eq(feedbackTally.status, "open"), eq(feedbackTally.type, type)));
  return tally?.count ?? 0;
}

export async function findFeedback(db: DrizzleD1Database, id: string): Promise<FeedbackRow | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.id, id));
  return row ?? null;
}

const isAfter = ({ rank, createdAt, id }: FeedbackPosition) =>
  sql`(${feedback.rank}, ${feedback.createdAt}, ${feedback.id}) < (${rank}, ${createdAt}, ${id})`;

/** The page, with one row more if another follows, and the counts: two statements in one round trip. */
export async function readFeedbackPage(
  db: DrizzleD1Database,
  { status, type, after, limit }: FeedbackQuery,
) {
  const page = db
    .select()
    .from(feedback)
    .where(
      and(
        status && eq(feedback.status, status),
        type && eq(feedback.type, type),
        after ? isAfter(after) : undefined,
      ),
    )
    .orderBy(desc(feedback.rank), desc(feedback.createdAt), desc(feedback.id))
    .limit(limit + 1);
  const [found, tallies] = await db.batch([page, db.select().from(feedbackTally)]);
  return { found, tallies };
}

/** As rankOfNew(), with the stored value of what the update leaves. */
const rankAfter = ({ status, priority }: FeedbackUpdate) =>
  sql`iif(${feedback.type} = 'removal' and ${status ?? feedback.status} = 'open', 1 + (${priority ?? feedback.priority} = 'urgent'), 0)`;

export async function updateFeedback(
  db: DrizzleD1Database,
  id: string,
  update: FeedbackUpdate,
  now: Date,
): Promise<FeedbackRow | null> {
  const [row] = await db
    .update(feedback)
    .set({
      status: update.status,
      priority: update.priority,
      updatedAt: now,
      rank: rankAfter(update),
    })
    .where(eq(feedback.id, id))
    .returning();
  return row ?? null;
}

export async function deleteFeedback(db: DrizzleD1Database, id: string): Promise<boolean> {
  const { meta } = await db.delete(feedback).where(eq(feedback.id, id));
  return meta.changes > 0;
}
