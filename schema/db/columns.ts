import { sql } from "drizzle-orm";
import { customType, integer } from "drizzle-orm/sqlite-core";
import { parseJson } from "../parse-json.ts";

/** Times are epoch milliseconds in the database and Dates in code. */
export const time = (name: string) => integer(name, { mode: "timestamp_ms" });

export const createdNow = (name = "created_at") =>
  time(name)
    .notNull()
    .default(sql`(unixepoch() * 1000)`);

export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/**
 * JSON as text. `read` makes the best of any value, undefined included: drizzle's own mode throws for invalid JSON, and
 * one damaged row would fail the read of all rows beside it.
 */
export const json = <T>(name: string, read: (value: unknown) => T) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => read(parseJson(text)),
  })(name);
