import { eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { redditUser } from "#schema/db/reddit.ts";

/** Returns null for a creator who is not stored. */
export async function readUsername(db: DrizzleD1Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ username: redditUser.redditUsername })
    .from(redditUser)
    .where(eq(redditUser.id, id));
  return row?.username ?? null;
}
