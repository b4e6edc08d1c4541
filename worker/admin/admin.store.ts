import { eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { revokedAdminToken } from "#schema/db/revoked-admin-tokens.ts";

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
