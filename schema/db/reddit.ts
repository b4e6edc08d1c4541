import { sql, type SQL } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { MEDIA_TYPES } from "../media.ts";
import { createdNow, flag, json, time } from "./columns.ts";
import { readMedia, readOrigins, readPictures, readTexts } from "./json-shapes.ts";

const targetColumns = () => ({
  heartCount: integer("heart_count").notNull().default(0),
  firstHeartAt: time("first_heart_at"),
  /** The column is older than the list of removals, with which it has nothing to do. */
  emptiedAt: time("removed_at"),
  /** The last time the source confirmed it; the re-check takes the oldest first. */
  checkedAt: createdNow("checked_at"),
  lastUpdated: createdNow("last_updated"),
  createdAt: createdNow(),
  /** How many of the hearts are of accounts too young for the boards (decision 076). */
  youngHearts: integer("young_hearts").notNull().default(0),
});

/**
 * Targets: Reddit users and posts that were hearted. A search adds none, but stamps `checked_at` of targets that it
 * fetches. Triggers on the heart tables maintain `heart_count`, `young_hearts` and `first_heart_at`. A target deleted
 * at Reddit keeps an emptied row with `removed_at` set, so that its hearts can be taken back. A target without hearts
 * is emptied too; its `checked_at` is older than `removed_at` (decision 132).
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
    ...targetColumns(),
  },
  (table) => [
    // Not lower(…), which would read one row more per look-up.
    uniqueIndex("reddit_user_username_unique").on(sql`${table.redditUsername} collate nocase`),
    index("reddit_user_board")
      .on(sql`(${table.heartCount} - ${table.youngHearts}) desc`, table.firstHeartAt, table.id)
      .where(sql`${table.heartCount} > ${table.youngHearts} and ${table.emptiedAt} is null`),
    index("reddit_user_recheck")
      .on(table.checkedAt)
      .where(sql`${table.emptiedAt} is null`),
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
    /** Epoch seconds, as in Reddit's `created_utc`. */
    created: integer("created").notNull(),
    url: text("url").notNull(),
    thumbnailUrl: text("thumbnail_url"),
    mediaType: text("media_type", { enum: MEDIA_TYPES }).notNull(),
    isNsfw: flag("is_nsfw"),
    subredditIsNsfw: flag("subreddit_is_nsfw"),
    isSpoiler: flag("is_spoiler"),
    permalink: text("permalink").notNull(),
    galleryImages: json("gallery_images", readTexts).notNull(),
    media: json("media", readMedia),
    thumbnails: json("thumbnails", readPictures).notNull(),
    ...targetColumns(),
    /** The posts that it was crossposted from; null for none, and in older rows until their next re-check. */
    origins: json("origins", readOrigins),
  },
  (table) => [
    index("reddit_post_owner").on(table.redditUserId),
    index("reddit_post_board")
      .on(sql`(${table.heartCount} - ${table.youngHearts}) desc`, table.firstHeartAt, table.id)
      .where(sql`${table.heartCount} > ${table.youngHearts} and ${table.emptiedAt} is null`),
    index("reddit_post_recheck")
      .on(table.checkedAt)
      .where(sql`${table.emptiedAt} is null`),
    check("reddit_post_heart_count", sql`${table.heartCount} >= 0`),
  ],
);

/** The unique index's own expression: any other would scan the table. */
export const hasUsername = (username: string | SQL) =>
  sql`${redditUser.redditUsername} = ${username} collate nocase`;
