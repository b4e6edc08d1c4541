import { desc } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { appUser } from "./app-users.ts";
import { time } from "./columns.ts";
import { redditPost, redditUser } from "./reddit.ts";

/**
 * One row a heart; the composite key is what makes adding twice a no-op. WITHOUT ROWID, and the
 * targets' counts are kept by triggers (both in the migration). Deleting an account cascades here
 * and so through the triggers.
 */
export const userHeart = sqliteTable(
  "user_heart",
  {
    unearthUserId: text("unearth_user_id")
      .notNull()
      .references(() => appUser.id, { onDelete: "cascade" }),
    redditUserId: text("reddit_user_id")
      .notNull()
      .references(() => redditUser.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.redditUserId] }),
    index("user_heart_saved").on(table.unearthUserId, desc(table.createdAt)),
  ],
);

export const postHeart = sqliteTable(
  "post_heart",
  {
    unearthUserId: text("unearth_user_id")
      .notNull()
      .references(() => appUser.id, { onDelete: "cascade" }),
    redditPostId: text("reddit_post_id")
      .notNull()
      .references(() => redditPost.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.redditPostId] }),
    index("post_heart_saved").on(table.unearthUserId, desc(table.createdAt)),
  ],
);
