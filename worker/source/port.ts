import type { SourceName, Sort } from "#schema/api/posts.ts";
import type { Json } from "./normalise/read.ts";

/** What a source says when it answers at all; when it does not, it throws an AppError of its own. */
export type Answer<T> =
  | { state: "ok"; value: T }
  /** 404: no such user, deleted, or hidden from everybody. */
  | { state: "missing" }
  /** 403 in JSON: it exists and is not for us to see. */
  | { state: "forbidden" };

export interface RawListing {
  /** Reddit's t3 objects, wrapped or bare. */
  children: unknown[];
  /** Where the next batch begins, in the source's own words; null at the end. */
  next: string | null;
}

export interface ListingRequest {
  username: string;
  sort: Sort;
  /** "" for the first batch, else a `next` of this source. */
  from: string;
}

/** One place posts come from. All speak Reddit's t3 and t2 JSON; normalise/ makes sense of it. */
export interface PostSource {
  name: SourceName;
  /** Tells apart what different deployments of one source said: part of every cache key. */
  scope: string;
  sortsExactly(sort: Sort): boolean;
  listing(request: ListingRequest): Promise<Answer<RawListing>>;
  /** t2 data. */
  profile(username: string): Promise<Answer<Json>>;
  /** t3 objects of those that are there, at most 100 ids with their prefix. */
  posts(ids: string[]): Promise<unknown[]>;
  /** Whether a post that `posts` leaves out is gone (Reddit), or may only never have been seen. */
  leavesOutOnlyDeleted: boolean;
  /** The address on which a visitor's browser finds this media address. */
  mediaUrl(url: string): string;
}

/** How many posts one upstream call brings, at every source. */
export const BATCH = 100;
