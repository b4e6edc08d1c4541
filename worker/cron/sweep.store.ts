import { inArray, lte } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Rows of one table that are over at a time of their own. */
export interface Perishable {
  key: SQLiteColumn;
  /** From this moment on the row means nothing. */
  end: SQLiteColumn;
}

/** Deletes at most `limit` rows that are past `now` and says how many there were. */
export async function deletePast(
  db: DrizzleD1Database,
  { key, end }: Perishable,
  now: Date,
  limit: number,
): Promise<number> {
  const past = db.select({ key }).from(key.table).where(lte(end, now)).limit(limit);
  const { meta } = await db.delete(key.table).where(inArray(key, past));
  return meta.changes;
}
