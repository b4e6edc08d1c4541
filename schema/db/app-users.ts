import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdNow, flag, time } from "./columns.ts";

/** Accounts. Usernames and e-mail addresses are unique case-insensitively. */
export const appUser = sqliteTable(
  "app_user",
  {
    id: text("id").primaryKey(),
    username: text("username").notNull(),
    email: text("email"),
    /** An Argon2id PHC string. */
    password: text("password").notNull(),
    displayName: text("display_name"),
    isVerified: flag("is_verified"),
    createdAt: createdNow(),
    updatedAt: createdNow("updated_at"),
    lastLoginAt: time("last_login_at"),
    /** JSON of the preferences that differ from the defaults; null if none do. */
    preferences: text("preferences"),
    /** Set on an emptied account whose hearts are still being removed (decision 077). */
    deletedAt: time("deleted_at"),
  },
  (table) => [
    uniqueIndex("app_user_username_unique").on(sql`lower(${table.username})`),
    uniqueIndex("app_user_email_unique").on(sql`lower(${table.email})`),
    index("app_user_deleted")
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
  ],
);

/** The owner of a row that is deleted with the account. */
export const accountId = () =>
  text("unearth_user_id")
    .notNull()
    .references(() => appUser.id, { onDelete: "cascade" });
