import { eq, inArray, lte, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { revokedAdminToken } from "#schema/db/guards.ts";

export async function isRevoked(db: DrizzleD1Database, jti: string): Promise<boolean> {
  const rows = await db
    .select({ jti: revokedAdminToken.jti })
    .from(revokedAdminToken)
    .where(eq(revokedAdminToken.jti, jti));
  return rows.length > 0;
}

export async function revoke(db: DrizzleD1Database, jti: string, expiresAt: Date): Promise<void> {
  await db.insert(revokedAdminToken).values({ jti, expiresAt }).onConflictDoNothing();
}

/** A token that expired needs no revocation. Deletes at most `limit` and says how many there were. */
export async function deleteExpiredRevocations(
  db: DrizzleD1Database,
  now: Date,
  limit: number,
): Promise<number> {
  const expired = db
    .select({ jti: revokedAdminToken.jti })
    .from(revokedAdminToken)
    .where(lte(revokedAdminToken.expiresAt, now))
    .limit(limit);
  const { meta } = await db
    .delete(revokedAdminToken)
    .where(inArray(revokedAdminToken.jti, sql`${expired}`));
  return meta.changes;
}
