import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accountId } from "./app-users.ts";
import { time } from "./columns.ts";

/**
 * Addresses from which an account logged in, which are exempt from lockouts that strangers caused. Addresses are stored
 * as keyed hashes: the table alone reveals none. The migration declares it WITHOUT ROWID.
 */
export const knownAddress = sqliteTable(
  "known_address",
  {
    unearthUserId: accountId(),
    address: text("address").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.address] }),
    index("known_address_expiry").on(table.expiresAt),
  ],
);
