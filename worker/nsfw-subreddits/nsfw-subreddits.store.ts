import { asc, eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { nsfwSubreddit } from "#schema/db/nsfw-subreddits.ts";
import { AppError, isUniqueViolation } from "#worker/errors.ts";

export type NsfwSubredditRow = typeof nsfwSubreddit.$inferSelect;

export async function listNames(db: DrizzleD1Database): Promise<string[]> {
  const rows = await db.select({ name: nsfwSubreddit.name }).from(nsfwSubreddit);
  return rows.map(({ name }) => name);
}

export async function listSubreddits(db: DrizzleD1Database): Promise<NsfwSubredditRow[]> {
  return db.select().from(nsfwSubreddit).orderBy(asc(nsfwSubreddit.name));
}

export async function insertSubreddit(db: DrizzleD1Database, row: NsfwSubredditRow) {
  try {
    await db.insert(nsfwSubreddit).values(row);
  } catch (cause) {
    if (isUniqueViolation(cause, "nsfw_subreddit.name")) {
      throw new AppError("nsfw_subreddits.already_exists", { cause });
    }
    throw cause;
  }
}

export async function findSubreddit(db: DrizzleD1Database, id: string) {
  const [row] = await db.select().from(nsfwSubreddit).where(eq(nsfwSubreddit.id, id));
  return row ?? null;
}

/** Returns false if another admin was first. */
export async function deleteSubreddit(db: DrizzleD1Database, id: string): Promise<boolean> {
  const { meta } = await db.delete(nsfwSubreddit).where(eq(nsfwSubreddit.id, id));
  return meta.changes > 0;
}
