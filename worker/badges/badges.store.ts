import { and, eq, isNull, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { redditUserBadges } from "#schema/db/badges.ts";
import { hasUsername, redditUser } from "#schema/db/reddit.ts";
import { excluded } from "#worker/database/excluded.ts";
import type { KeptBadges } from "./badges.rules.ts";

const RENEWED = {
  badges: redditUserBadges.badges,
  calculatedAt: redditUserBadges.calculatedAt,
  expiresAt: redditUserBadges.expiresAt,
  updatedAt: redditUserBadges.updatedAt,
};

/** Stores nothing for an unknown user: a request for badges adds no target. */
export async function keepBadges(
  db: DrizzleD1Database,
  username: string,
  id: string,
  { badges, calculatedAt, expiresAt }: KeptBadges,
): Promise<void> {
  const row = db
    .select({
      id: sql<string>`${id}`.as("id"),
      redditUserId: redditUser.id,
      badges: sql<KeptBadges["badges"]>`${JSON.stringify(badges)}`.as("badges"),
      calculatedAt: sql<Date>`${calculatedAt}`.as("calculated_at"),
      expiresAt: sql<Date>`${expiresAt}`.as("expires_at"),
      createdAt: sql<Date>`${calculatedAt}`.as("created_at"),
      updatedAt: sql<Date>`${calculatedAt}`.as("updated_at"),
    })
    .from(redditUser)
    .where(and(hasUsername(username), isNull(redditUser.emptiedAt)));
  await db
    .insert(redditUserBadges)
    .select(row)
    .onConflictDoUpdate({ target: redditUserBadges.redditUserId, set: excluded(RENEWED) });
}

/** The same JSON as in KV. */
export async function readBadges(db: DrizzleD1Database, username: string): Promise<string | null> {
  const [row] = await db
    .select({
      kept: sql<string>`json_object(
        'badges', json(${redditUserBadges.badges}),
        'calculatedAt', ${redditUserBadges.calculatedAt},
        'expiresAt', ${redditUserBadges.expiresAt}
      )`,
    })
    .from(redditUser)
    .crossJoin(redditUserBadges)
    .where(and(eq(redditUserBadges.redditUserId, redditUser.id), hasUsername(username)));
  return row?.kept ?? null;
}
