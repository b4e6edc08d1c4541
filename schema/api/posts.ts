import * as z from "zod/mini";
import { SORTS, type Sort } from "../choices.ts";
import type { Media, MediaType, Picture } from "../media.ts";
import { codePoints } from "./fields.ts";

export type { Sort };

/** Where the posts came from. `sample` exists in local development only. */
export type SourceName = "reddit" | "archive" | "sample";

export type ProfileState = "ok" | "not_found" | "suspended" | "hidden";

export interface CrossListing {
  subreddit: string;
  permalink: string;
  redditUrl: string;
}

/** One post as the boards, the saved lists and the feed all show it. */
export interface Post {
  /** With its prefix: t3_… */
  id: string;
  title: string;
  username: string;
  /** Without r/; a profile post's is u_name. */
  subreddit: string;
  mediaType: MediaType;
  thumbnailUrl: string | null;
  /** The post's own target. What to render is `media`. */
  url: string;
  /** A path on Reddit: /r/…/comments/… */
  permalink: string;
  redditUrl: string;
  heartCount: number;
  /** Place on the current board, or null. */
  rank: number | null;
  isNsfw: boolean;
  /** The same as isNsfw; the specification names both. */
  nsfw: boolean;
  subredditIsNsfw: boolean;
  isSpoiler: boolean;
  /** ISO time of `created`. */
  createdAt: string;
  /** Epoch seconds. */
  created: number;
  score: number;
  numComments: number;
  awardsCount: number;
  author: string;
  authorAvatar: string | null;
  /** Stills of a gallery, in order; empty for the other types. */
  galleryImages: string[];
  media: Media;
  /** The same still in several widths, narrowest first, so that a tile never loads a large file. */
  thumbnails: Picture[];
  /** The other communities the same media was posted to. */
  alsoIn: CrossListing[];
}

export interface UserInfo {
  /** With its prefix: t2_…; empty when only the name is known. */
  id: string;
  username: string;
  title: string;
  avatarUrl: string | null;
  heartCount: number;
}

export const searchRequest = z.object({
  username: z.string({ error: "Username is required" }).check(
    z.superRefine((value, ctx) => {
      const length = codePoints(value.trim());
      if (length === 0) {
        ctx.addIssue({ code: "custom", message: "Username is required", input: value });
      } else if (length > 50) {
        ctx.addIssue({
          code: "custom",
          message: "Username must be at most 50 characters",
          input: value,
        });
      }
    }),
  ),
  sortBy: z._default(z.enum(SORTS, { error: "Sort must be new, hot or top" }), "new"),
  limit: z._default(
    z
      .int({ error: "Limit must be a whole number from 1 to 100" })
      .check(
        z.minimum(1, { error: "Limit must be a whole number from 1 to 100" }),
        z.maximum(100, { error: "Limit must be a whole number from 1 to 100" }),
      ),
    25,
  ),
  after: z.optional(z.nullable(z.string({ error: "The page cursor is not valid" }))),
});

export interface SearchResponse {
  success: true;
  posts: Post[];
  /** Opaque; null at the end. */
  nextPage: string | null;
  /** Media posts known so far. */
  total: number;
  userExists: boolean;
  message: string | null;
  userInfo: UserInfo | null;
  source: SourceName;
  /** false where the source cannot sort by hot or top itself. */
  sortExact: boolean;
  /** true: an older copy, because the source cannot be asked now. */
  stale: boolean;
  /** ISO time at which the listing was fetched. */
  fetchedAt: string;
  profileState: ProfileState;
}

export interface UserResponse {
  success: true;
  userExists: boolean;
  userInfo: UserInfo | null;
  profileState: ProfileState;
}

export interface PostResponse {
  success: true;
  post: Post;
}
