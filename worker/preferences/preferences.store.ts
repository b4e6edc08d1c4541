import { eq, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { appUser } from "#schema/db/app-users.ts";

/** The database merges, so that two concurrent changes are both kept. */
export async function patchPreferences(
  db: DrizzleD1Database,
  userId: string,
  patch: Record<string, unknown>,
  now: Date,
): Promise<string | null> {
  const stored = sql`case when json_valid(${appUser.preferences}) then ${appUser.preferences} else '{}' end`;
  const [row] = await db
    .update(appUser)
    .set({
      preferences: sql`nullif(json_patch(${stored}, ${JSON.stringify(patch)}), '{}')`,
      updatedAt: now,
    })
    .where(eq(appUser.id, userId))
    .returning({ preferences: appUser.preferences });
  return row?.preferences ?? null;
}

export async function clearPreferences(db: DrizzleD1Database, userId: string, now: Date) {
  await db.update(appUser).set({ preferences: null, updatedAt: now }).where(eq(appUser.id, userId));
}
