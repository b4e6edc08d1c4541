import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accountId } from "./app-users.ts";
import { time } from "./columns.ts";

/** `sid` is the SHA-256 of the cookie's value, never the value itself. WITHOUT ROWID: see the migration. */
export const session = sqliteTable(
  "session",
  {
    sid: text("sid").primaryKey(),
    /** JSON with the session's `createdAt`. */
    sess: text("sess").notNull(),
    expire: time("expire").notNull(),
    unearthUserId: accountId(),
    /** Copied from the account, so that a vote knows its age without reading another row; null before decision 076. */
    accountCreatedAt: time("account_created_at"),
  },
  (table) => [
    index("session_expire").on(table.expire),
    index("session_user").on(table.unearthUserId),
  ],
);
