import * as z from "zod/mini";
import { SORTS, type Sort } from "../choices.ts";
import { isDay } from "../day.ts";
import type { Media, MediaType, Picture } from "../media.ts";
import { MAX_SEARCHED_LENGTH } from "../username.ts";
import { BAD_CURSOR, emptyAsAbsent, emptyAsDefault, limitInBody, trimmedLength } from "./fields.ts";

export type { Sort };

/** `sample` exists in local development only. */
export type SourceName = "reddit" | "archive" | "sample";

/** A creator's state according to the source. */
export type ListingState = "ok" | "not_found" | "suspended" | "hidden";
export type ProfileState = ListingState | "removed";

interface CrossListing {
  subreddit: string;
  permalink: string;
  redditUrl: string;
}

export interface Post {
  /** With its prefix: t3_… */
  id: string;
  title: string;
  username: string;
  /** Without r/; a profile post's is u_name. */
  subreddit: string;
  mediaType: MediaType;
  thumbnailUrl: string | null;
  /** The post's link. Render `media` instead. */
  url: string;
  /** A path on Reddit: /r/…/comments/… */
  permalink: string;
  redditUrl: string;
  /** null: late, in answers with waitForHearts=false. */
  heartCount: number | null;
  /** Place on the current board, or null. */
  rank: number | null;
  isNsfw: boolean;
  /** Equal to isNsfw; the specification requires both. */
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
  /** The still in several widths, narrowest first, so that a tile loads a small file. */
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
  /** null as in a post. */
  heartCount: number | null;
  /** Place on the users' board, or null. */
  rank: number | null;
}

export const searchRequest = z.object({
  username: z.string({ error: "Username is required" }).check(
    z.superRefine((value, ctx) => {
      const length = trimmedLength(value);
      if (length === 0) {
        ctx.addIssue({ code: "custom", message: "Username is required", input: value });
      } else if (length > MAX_SEARCHED_LENGTH) {
        ctx.addIssue({
          code: "custom",
          message: `Username must be at most ${MAX_SEARCHED_LENGTH} characters`,
          input: value,
        });
      }
    }),
  ),
  sortBy: emptyAsDefault(z.enum(SORTS, { error: "Sort must be new, hot or top" }), "new"),
  limit: limitInBody(100, 25),
  after: emptyAsAbsent(z.string(BAD_CURSOR)),
  /** Only posts from before this day (UTC), from the archive. Ignored beside `after`: a cursor has its own place. */
  before: emptyAsAbsent(
    z
      .string({ error: "Before must be a day, like 2026-11-22" })
      .check(z.refine(isDay, { error: "Before must be a day, like 2026-11-22" })),
  ),
  /** false: counts that are not there at once are null, for a caller that asks for them afterwards. */
  waitForHearts: emptyAsAbsent(z.boolean({ error: "waitForHearts must be true or false" })),
});

export interface SearchResponse {
  success: true;
  posts: Post[];
  /** Opaque; null at the end. */
  nextPage: string | null;
  /** Media posts known so far. */
  total: number;
  userExists: boolean;
  /** For the visitor: the reason for no posts, or for no further ones. */
  message: string | null;
  userInfo: UserInfo | null;
  source: SourceName;
  /** false if the source cannot sort by hot or top itself. */
  sortExact: boolean;
  /** true: an older copy, because the source fails. */
  stale: boolean;
  /** ISO time at which the listing was fetched. */
  fetchedAt: string;
  profileState: ProfileState;
  /** Whether this deployment answers a search with `before`. */
  hasArchive: boolean;
  /** false: posts of the archive that were not checked at Reddit. */
  checked: boolean;
}

export interface UserResponse {
  success: true;
  userExists: boolean;
  userInfo: UserInfo | null;
  profileState: ProfileState;
}

export const postRequest = z.object({
  /** As a search's. */
  waitForHearts: emptyAsAbsent(
    z.enum(["true", "false"], { error: "waitForHearts must be true or false" }),
  ),
});

export interface PostResponse {
  success: true;
  post: Post;
}
