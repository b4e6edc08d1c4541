import { lte, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { redditUserBadges } from "#schema/db/badges.ts";
import { knownAddress } from "#schema/db/known-addresses.ts";
import { loginFailure } from "#schema/db/login-failures.ts";
import { revokedAdminToken } from "#schema/db/revoked-admin-tokens.ts";
import { session } from "#schema/db/sessions.ts";

/** By job name: the key and expiry columns of the rows that the job deletes. */
const EXPIRING = {
  sessions: { key: [session.sid], expiresAt: session.expire },
  lockouts: { key: [loginFailure.key], expiresAt: loginFailure.windowEndsAt },
  admin_revocations: { key: [revokedAdminToken.jti], expiresAt: revokedAdminToken.expiresAt },
  known_addresses: {
    key: [knownAddress.unearthUserId, knownAddress.address],
    expiresAt: knownAddress.expiresAt,
  },
  badges: { key: [redditUserBadges.id], expiresAt: redditUserBadges.expiresAt },
};
export type ExpiringRows = keyof typeof EXPIRING;

/** Returns the number of rows deleted: `meta.changes` counts what triggers write too, and these tables have none. */
export async function deleteExpired(
  db: DrizzleD1Database,
  rows: ExpiringRows,
  now: Date,
  limit: number,
): Promise<number> {
  const { key, expiresAt } = EXPIRING[rows];
  const { table } = expiresAt;
  const columns = sql.join(key, sql`, `);
  const expired = sql`select ${columns} from ${table} where ${lte(expiresAt, now)} limit ${limit}`;
  const { meta } = await db.delete(table).where(sql`(${columns}) in (${expired})`);
  return meta.changes;
}
