import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns.ts";

/**
 * Failed password attempts in the current window. In D1, so that a lockout holds in every isolate. The key is a
 * keyed hash: the table reveals no name and no address, not even to a guess.
 */
export const loginFailure = sqliteTable(
  "login_failure",
  {
    key: text("key").primaryKey(),
    failures: integer("failures").notNull(),
    windowEndsAt: time("window_ends_at").notNull(),
  },
  (table) => [index("login_failure_window").on(table.windowEndsAt)],
);
