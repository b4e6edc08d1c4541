import { sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";

/** Every answer of D1 has the size of the database. */
export const readDatabaseBytes = async (db: DrizzleD1Database): Promise<number> =>
  (await db.run(sql`select 1`)).meta.size_after;
