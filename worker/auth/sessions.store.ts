import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { appUser } from "#schema/db/app-users.ts";
import { session } from "#schema/db/sessions.ts";

export const ACCOUNT_COLUMNS = {
  id: appUser.id,
  username: appUser.username,
  email: appUser.email,
  displayName: appUser.displayName,
  isVerified: appUser.isVerified,
  createdAt: appUser.createdAt,
  lastLoginAt: appUser.lastLoginAt,
};

export interface NewSession {
  sid: string;
  sess: string;
  expire: Date;
  unearthUserId: string;
}

/** One statement, two rows: the session and its account. */
export async function findLiveSession(db: DrizzleD1Database, sid: string, now: Date) {
  const [row] = await db
    .select({ expire: session.expire, preferences: appUser.preferences, account: ACCOUNT_COLUMNS })
    .from(session)
    .innerJoin(appUser, eq(appUser.id, session.unearthUserId))
    .where(and(eq(session.sid, sid), gt(session.expire, now)));
  return row ?? null;
}

export async function extendSession(db: DrizzleD1Database, sid: string, expire: Date) {
  await db.update(session).set({ expire }).where(eq(session.sid, sid));
}

export async function deleteSession(db: DrizzleD1Database, sid: string) {
  await db.delete(session).where(eq(session.sid, sid));
}

/** Deletes at most `limit` expired sessions and says how many there were. */
export async function deleteExpired(
  db: DrizzleD1Database,
  now: Date,
  limit: number,
): Promise<number> {
  const expired = db
    .select({ sid: session.sid })
    .from(session)
    .where(lte(session.expire, now))
    .limit(limit);
  const { meta } = await db.delete(session).where(inArray(session.sid, sql`${expired}`));
  return meta.changes;
}
