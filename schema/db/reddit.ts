import { desc, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { MEDIA_TYPES, type Media, type Picture } from "../media.ts";
import { createdNow, flag, time } from "./columns.ts";

/**
 * A Reddit user or post enters the database when somebody hearts it, never because it was searched.
 * `heart_count` and `first_heart_at` are kept by triggers on the heart tables. A target that was
 * deleted at Reddit keeps its row, emptied, with `removed_at` set, so that hearts of it can still
 * be taken back.
 */
export const redditUser = sqliteTable(
  "reddit_user",
  {
    /** With its prefix: t2_… */
    id: text("id").primaryKey(),
    redditUsername: text("reddit_username").notNull(),
    displayName: text("display_name"),
    description: text("description"),
    avatarUrl: text("avatar_url"),
    heartCount: integer("heart_count").notNull().default(0),
    firstHeartAt: time("first_heart_at"),
    removedAt: time("removed_at"),
    /** When the source last confirmed it: the oldest is re-checked first. */
    checkedAt: createdNow("checked_at"),
    lastUpdated: createdNow("last_updated"),
    createdAt: createdNow(),
  },
  (table) => [
    // A plain column as far as the planner goes: an expression's index costs a row more a lookup.
    uniqueIndex("reddit_user_username_unique").on(sql`${table.redditUsername} collate nocase`),
    index("reddit_user_board")
      .on(desc(table.heartCount), table.firstHeartAt, table.id)
      .where(sql`${table.heartCount} > 0 and ${table.removedAt} is null`),
    index("reddit_user_recheck")
      .on(table.checkedAt)
      .where(sql`${table.removedAt} is null`),
    check("reddit_user_heart_count", sql`${table.heartCount} >= 0`),
  ],
);

export const redditPost = sqliteTable(
  "reddit_post",
  {
    /** With its prefix: t3_… */
    id: text("id").primaryKey(),
    redditUserId: text("reddit_user_id")
      .notNull()
      .references(() => redditUser.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    subreddit: text("subreddit").notNull(),
    score: integer("score").notNull().default(0),
    numComments: integer("num_comments").notNull().default(0),
    awardsCount: integer("awards_count").notNull().default(0),
    /** Epoch seconds, as Reddit says it. */
    created: integer("created").notNull(),
    url: text("url").notNull(),
    thumbnailUrl: text("thumbnail_url"),
    mediaType: text("media_type", { enum: MEDIA_TYPES }).notNull(),
    isNsfw: flag("is_nsfw"),
    subredditIsNsfw: flag("subreddit_is_nsfw"),
    isSpoiler: flag("is_spoiler"),
    permalink: text("permalink").notNull(),
    galleryImages: text("gallery_images", { mode: "json" }).$type<string[]>().notNull(),
    media: text("media", { mode: "json" }).$type<Media | null>(),
    thumbnails: text("thumbnails", { mode: "json" }).$type<Picture[]>().notNull(),
    heartCount: integer("heart_count").notNull().default(0),
    firstHeartAt: time("first_heart_at"),
    removedAt: time("removed_at"),
    checkedAt: createdNow("checked_at"),
    lastUpdated: createdNow("last_updated"),
    createdAt: createdNow(),
  },
  (table) => [
    index("reddit_post_owner").on(table.redditUserId),
    index("reddit_post_board")
      .on(desc(table.heartCount), table.firstHeartAt, table.id)
      .where(sql`${table.heartCount} > 0 and ${table.removedAt} is null`),
    index("reddit_post_recheck")
      .on(table.checkedAt)
      .where(sql`${table.removedAt} is null`),
    check("reddit_post_heart_count", sql`${table.heartCount} >= 0`),
  ],
);
