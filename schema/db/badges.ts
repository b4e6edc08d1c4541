import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Badge } from "../api/badges.ts";
import { createdNow, time } from "./columns.ts";
import { redditUser } from "./reddit.ts";

export const redditUserBadges = sqliteTable(
  "reddit_user_badges",
  {
    id: text("id").primaryKey(),
    redditUserId: text("reddit_user_id")
      .notNull()
      .references(() => redditUser.id, { onDelete: "cascade" }),
    badges: text("badges", { mode: "json" }).$type<Badge[]>().notNull(),
    calculatedAt: time("calculated_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    createdAt: createdNow(),
    updatedAt: createdNow("updated_at"),
  },
  (table) => [
    uniqueIndex("reddit_user_badges_user_unique").on(table.redditUserId),
    index("reddit_user_badges_expiry").on(table.expiresAt),
  ],
);
