import { sql } from "drizzle-orm";
import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdNow, flag, time } from "./columns.ts";

/** People with an account here. Names and addresses are unique whatever their case. */
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
    /** JSON of the preferences that differ from the defaults; null: none do. */
    preferences: text("preferences"),
  },
  (table) => [
    uniqueIndex("app_user_username_unique").on(sql`lower(${table.username})`),
    uniqueIndex("app_user_email_unique").on(sql`lower(${table.email})`),
  ],
);
