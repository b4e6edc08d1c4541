import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdNow, flag } from "./columns.ts";

/** All posts of these communities count as adult, even if Reddit does not mark them. Names are lower case. */
export const nsfwSubreddit = sqliteTable(
  "nsfw_subreddit",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    isDefault: flag("is_default"),
    addedBy: text("added_by"),
    createdAt: createdNow(),
  },
  (table) => [uniqueIndex("nsfw_subreddit_name_unique").on(table.name)],
);
