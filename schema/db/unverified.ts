import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MEDIA_TYPES } from "../media.ts";
import { accountId } from "./app-users.ts";
import { createdNow, flag, json, time } from "./columns.ts";
import { readOrigins } from "./json-shapes.ts";

/**
 * Hearts of posts that the source does not know yet, with the fields that the visitor's browser sent. Only its account
 * sees a row: no query of targets, boards or counts reads this table (decision 124). The migration declares it WITHOUT
 * ROWID.
 */
export const unverifiedPost = sqliteTable(
  "unverified_post",
  {
    unearthUserId: accountId(),
    /** With its prefix: t3_…; not in reddit_post yet. */
    redditPostId: text("reddit_post_id").notNull(),
    username: text("username").notNull(),
    title: text("title").notNull(),
    subreddit: text("subreddit").notNull(),
    /** Epoch seconds, as in Reddit's `created_utc`. */
    created: integer("created").notNull(),
    isNsfw: flag("is_nsfw"),
    isSpoiler: flag("is_spoiler"),
    mediaType: text("media_type", { enum: MEDIA_TYPES }).notNull(),
    thumbnailUrl: text("thumbnail_url"),
    createdAt: createdNow(),
    /** The next check at the source. */
    checkAt: time("check_at").notNull(),
    /** The origins that the browser sent; null for none. */
    origins: json("origins", readOrigins),
  },
  (table) => [
    primaryKey({ columns: [table.unearthUserId, table.redditPostId] }),
    index("unverified_post_due").on(table.checkAt),
  ],
);
