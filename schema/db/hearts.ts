import { desc, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accountId } from "./app-users.ts";
import { time } from "./columns.ts";
import { redditPost, redditUser } from "./reddit.ts";

const heartColumns = () => ({
  createdAt: time("created_at").notNull(),
  savedTotal: integer("saved_total").notNull(),
  /** When the account is old enough for this heart to count on the boards; null once it counts. */
  youngUntil: time("young_until"),
});

/**
 * One row per heart; the composite key makes adding twice a no-op. The migration declares both tables WITHOUT ROWID and
 * adds the triggers that maintain the targets' counts, also when an account's deletion cascades. `created_at` is unique
 * within an account, so it alone is a page cursor. `saved_total` of an account's newest row is its number of hearts of
 * that kind (decision 020).
 */
export const userHeart = sqliteTable(
  "user_heart",
  {
    unearthUserId: accountId(),
    redditUserId: text("reddit_user_id")
      .notNull()
      .references(() => redditUser.id, { onDelete: "cascade" }),
    ...heartColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.redditUserId] }),
    index("user_heart_saved").on(table.unearthUserId, desc(table.createdAt)),
    index("user_heart_young")
      .on(table.youngUntil)
      .where(sql`${table.youngUntil} is not null`),
  ],
);

export const postHeart = sqliteTable(
  "post_heart",
  {
    unearthUserId: accountId(),
    redditPostId: text("reddit_post_id")
      .notNull()
      .references(() => redditPost.id, { onDelete: "cascade" }),
    ...heartColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.redditPostId] }),
    index("post_heart_saved").on(table.unearthUserId, desc(table.createdAt)),
    index("post_heart_young")
      .on(table.youngUntil)
      .where(sql`${table.youngUntil} is not null`),
  ],
);
