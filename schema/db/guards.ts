import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns.ts";

/**
 * Failed password attempts in the running window, so that a lockout holds everywhere and survives a
 * restart. The key is a hash of the submitted name (with and without the address): no name is kept.
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

/** Admin tokens that were logged out before they expired. */
export const revokedAdminToken = sqliteTable(
  "revoked_admin_token",
  {
    jti: text("jti").primaryKey(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("revoked_admin_token_expiry").on(table.expiresAt)],
);

/** One row a cron job: where it is and when it last did its work. */
export const cronRun = sqliteTable("cron_run", {
  job: text("job").primaryKey(),
  startedAt: time("started_at").notNull(),
  succeededAt: time("succeeded_at"),
  failedAt: time("failed_at"),
  /** The error's code, never its text. */
  error: text("error"),
});
