import * as z from "zod/mini";
import { MAX_FOLLOWED } from "../max-followed.ts";
import { REDDIT_NAME } from "../username.ts";
import {
  BAD_CURSOR,
  BAD_USERNAME,
  emptyAsAbsent,
  emptyAsDefault,
  limitInBody,
  patternField,
} from "./fields.ts";
import type { Post } from "./posts.ts";
import type { ListingState } from "./search.ts";

/** Upstream posts per creator in the feed: one batch of the listing. */
export const FOLLOWED_POSTS = 100;
/** Listings that a visit refreshes, each with a request of at most three upstream calls. */
export const MAX_REFRESHES = 8;

const namesIn = (field: string) =>
  z
    .array(patternField(REDDIT_NAME, BAD_USERNAME), { error: `${field} must be a list` })
    .check(z.maxLength(MAX_FOLLOWED, { error: `Name at most ${MAX_FOLLOWED} creators` }));

export const followingRequest = z.object({
  /** Whom a signed-out device follows. A signed-in caller follows whom the account has hearted. */
  users: emptyAsAbsent(namesIn("Users")),
  limit: limitInBody(50, 12),
  after: emptyAsAbsent(patternField(/^[0-9a-z]{1,8}-t3_[a-z0-9]{1,13}$/, BAD_CURSOR.error)),
  /** Refreshes the least recently fetched listing before the answer is made. */
  refresh: emptyAsDefault(z.boolean({ error: "Refresh must be true or false" }), false),
  /** Creators whose listings this visit has refreshed, or failed to. */
  tried: emptyAsDefault(namesIn("Tried"), []),
});

export interface FollowedCreator {
  username: string;
  avatarUrl: string | null;
  /** `waiting`: no listing is cached. */
  state: ListingState | "waiting";
  /** ISO time at which the listing was fetched; null while waiting. */
  fetchedAt: string | null;
  /** The listing is younger than five minutes. */
  isFresh: boolean;
}

export interface Refresh {
  username: string;
  /** `refused`: the caller's budget or the source's limit has no room. */
  outcome: "done" | "failed" | "refused";
}

export interface FollowingResponse {
  success: true;
  /** Of all creators, newest first. */
  posts: Post[];
  nextPage: string | null;
  /** Posts in the cached listings. */
  total: number;
  creators: FollowedCreator[];
  /** The number of hearted creators; `creators` has at most MAX_FOLLOWED, the last hearted first. */
  followed: number;
  /** null: no refresh was requested, or every listing is fresh or was tried. */
  refreshed: Refresh | null;
}
