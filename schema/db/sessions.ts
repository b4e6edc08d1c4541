import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { appUser } from "./app-users.ts";
import { time } from "./columns.ts";

/** `sid` is the SHA-256 of the cookie's value, never the value. WITHOUT ROWID (see the migration). */
export const session = sqliteTable(
  "session",
  {
    sid: text("sid").primaryKey(),
    /** JSON: when it was made. */
    sess: text("sess").notNull(),
    expire: time("expire").notNull(),
    unearthUserId: text("unearth_user_id")
      .notNull()
      .references(() => appUser.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("session_expire").on(table.expire),
    index("session_user").on(table.unearthUserId),
  ],
);
