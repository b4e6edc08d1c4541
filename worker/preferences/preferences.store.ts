import { and, eq, isNull, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { appUser } from "#schema/db/app-users.ts";

const isLive = (userId: string) => and(eq(appUser.id, userId), isNull(appUser.deletedAt));

/** The database merges, so that two concurrent changes are both kept. Returns null for a deleted account. */
export async function patchPreferences(
  db: DrizzleD1Database,
  userId: string,
  patch: Record<string, unknown>,
  now: Date,
): Promise<Pick<typeof appUser.$inferSelect, "preferences"> | null> {
  const stored = sql`case when json_valid(${appUser.preferences}) then ${appUser.preferences} else '{}' end`;
  const [row] = await db
    .update(appUser)
    .set({
      preferences: sql`nullif(json_patch(${stored}, ${JSON.stringify(patch)}), '{}')`,
      updatedAt: now,
    })
    .where(isLive(userId))
    .returning({ preferences: appUser.preferences });
  return row ?? null;
}

/** Returns false for a deleted account. */
export async function clearPreferences(
  db: DrizzleD1Database,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { meta } = await db
    .update(appUser)
    .set({ preferences: null, updatedAt: now })
    .where(isLive(userId));
  return meta.changes > 0;
}
