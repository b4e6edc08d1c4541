import * as z from "zod/mini";
import { BATCH_SIZE } from "../batch-size.ts";
import { SORTS } from "../choices.ts";
import { FIRST_YEAR, isDay } from "../day.ts";
import { MAX_SEARCHED_LENGTH } from "../username.ts";
import { BAD_CURSOR, emptyAsAbsent, emptyAsDefault, limitInBody, trimmedLength } from "./fields.ts";
import type { Post } from "./posts.ts";

/** `sample` exists in local development only. */
export type SourceName = "reddit" | "archive" | "sample";

/** A creator's state according to the source. */
export type ListingState = "ok" | "not_found" | "suspended" | "hidden";
export type ProfileState = ListingState | "removed";

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

const BAD_DAY = { error: `Before must be a day from ${FIRST_YEAR} on, like 2026-11-22` };

export const searchRequest = z.object({
  username: z.string({ error: "Username is required" }).check(
    z.refine((name) => trimmedLength(name) > 0, { error: "Username is required" }),
    z.refine((name) => trimmedLength(name) <= MAX_SEARCHED_LENGTH, {
      error: `Username must be at most ${MAX_SEARCHED_LENGTH} characters`,
    }),
  ),
  sortBy: emptyAsDefault(z.enum(SORTS, { error: "Sort must be new, hot or top" }), "new"),
  limit: limitInBody(BATCH_SIZE, 25),
  after: emptyAsAbsent(z.string(BAD_CURSOR)),
  /** Only posts from before this day (UTC), from the archive. Ignored beside `after`: a cursor has its own place. */
  before: emptyAsAbsent(z.string(BAD_DAY).check(z.refine(isDay, BAD_DAY))),
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
  /** false: the creator can have more posts than `total` counts: more batches follow, or Reddit cut the listing off. */
  totalExact: boolean;
  userExists: boolean;
  /** For the visitor: the reason for no posts, or for no further ones. */
  message: string | null;
  userInfo: UserInfo | null;
  source: SourceName;
  /** false if the source cannot sort by hot or top itself: each hundred of its posts, by time, are then sorted alone. */
  sortExact: boolean;
  /** true: an older copy, because the source fails. */
  stale: boolean;
  /** ISO time at which the listing was fetched. */
  fetchedAt: string;
  profileState: ProfileState;
  /** Whether this deployment answers a search with `before`, which needs `sortBy: "new"`. */
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
