import { desc } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { appUser } from "./app-users.ts";
import { time } from "./columns.ts";
import { redditPost, redditUser } from "./reddit.ts";

/**
 * One row a heart; the composite key is what makes adding twice a no-op. WITHOUT ROWID, and the
 * targets' counts are kept by triggers (both in the migration). Deleting an account cascades here
 * and so through the triggers. `created_at` is unique within an account, so it alone is a page cursor;
 * `saved_total` of an account's newest row is how many hearts of that kind it has (decision 020).
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
    savedTotal: integer("saved_total").notNull(),
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
    savedTotal: integer("saved_total").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.redditPostId] }),
    index("post_heart_saved").on(table.unearthUserId, desc(table.createdAt)),
  ],
);
