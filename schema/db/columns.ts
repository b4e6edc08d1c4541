import { sql } from "drizzle-orm";
import { integer } from "drizzle-orm/sqlite-core";

/** Times are epoch milliseconds in the database and Dates in code. */
export const time = (name: string) => integer(name, { mode: "timestamp_ms" });

export const createdNow = (name = "created_at") =>
  time(name)
    .notNull()
    .default(sql`(unixepoch() * 1000)`);

export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);
