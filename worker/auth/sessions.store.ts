import { eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { appUser } from "#schema/db/app-users.ts";
import { session } from "#schema/db/sessions.ts";
import type { AccountRow } from "./auth.rules.ts";

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
  accountCreatedAt: Date;
}

const LIVE_SESSION = `select s.expire, a.preferences, a.id, a.username, a.email, a.display_name as displayName,
  a.is_verified as isVerified, a.created_at as createdAt, a.last_login_at as lastLoginAt
from session s cross join app_user a on a.id = s.unearth_user_id
where s.sid = ?1 and s.expire > ?2`;

/** A row of raw SQL: times are numbers, flags 0 or 1. */
type Stored<Row> = {
  [Name in keyof Row]: Row[Name] extends boolean
    ? 0 | 1
    : Date extends Row[Name]
      ? number | Exclude<Row[Name], Date>
      : Row[Name];
};

type LiveSessionRow = Stored<
  Pick<typeof session.$inferSelect, "expire"> &
    Pick<typeof appUser.$inferSelect, keyof typeof ACCOUNT_COLUMNS | "preferences">
>;

export interface LiveSession {
  expire: Date;
  preferences: string | null;
  account: AccountRow;
}

/** Every page load runs this: prepared SQL, one statement, two rows read (decision 021). */
export async function findLiveSession(
  d1: D1Database,
  sid: string,
  now: number,
): Promise<LiveSession | null> {
  const row = await d1.prepare(LIVE_SESSION).bind(sid, now).first<LiveSessionRow>();
  if (!row) return null;
  const { expire, preferences, ...account } = row;
  return {
    expire: new Date(expire),
    preferences,
    account: {
      ...account,
      isVerified: account.isVerified === 1,
      createdAt: new Date(account.createdAt),
      lastLoginAt: account.lastLoginAt === null ? null : new Date(account.lastLoginAt),
    },
  };
}

export async function extendSession(db: DrizzleD1Database, sid: string, expire: Date) {
  await db.update(session).set({ expire }).where(eq(session.sid, sid));
}

export async function deleteSession(db: DrizzleD1Database, sid: string) {
  await db.delete(session).where(eq(session.sid, sid));
}
