import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { appUser } from "./app-users.ts";
import { time } from "./columns.ts";

/**
 * Failed password attempts in the current window. In D1, so that a lockout holds in every isolate. The key is a hash:
 * no name and no address is stored.
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

/**
 * Addresses from which an account logged in, which are exempt from lockouts that strangers caused. Addresses are stored
 * as keyed hashes: the table alone reveals none. The migration declares it WITHOUT ROWID.
 */
export const knownAddress = sqliteTable(
  "known_address",
  {
    unearthUserId: text("unearth_user_id")
      .notNull()
      .references(() => appUser.id, { onDelete: "cascade" }),
    address: text("address").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.address] }),
    index("known_address_expiry").on(table.expiresAt),
  ],
);

/** Admin tokens revoked by a logout; rows are swept once the token has expired. */
export const revokedAdminToken = sqliteTable(
  "revoked_admin_token",
  {
    jti: text("jti").primaryKey(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("revoked_admin_token_expiry").on(table.expiresAt)],
);

/** One row per scheduled job: its last start, success and failure. */
export const cronRun = sqliteTable("cron_run", {
  job: text("job").primaryKey(),
  startedAt: time("started_at").notNull(),
  succeededAt: time("succeeded_at"),
  failedAt: time("failed_at"),
  /** The error's code, never its message, which can contain parameters. */
  error: text("error"),
  /** The result of the last successful run, if the job returns one. */
  outcome: text("outcome"),
});
