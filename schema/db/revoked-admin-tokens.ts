import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns.ts";

/** Admin tokens revoked by a logout; rows are swept once the token has expired. */
export const revokedAdminToken = sqliteTable(
  "revoked_admin_token",
  {
    jti: text("jti").primaryKey(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("revoked_admin_token_expiry").on(table.expiresAt)],
);
