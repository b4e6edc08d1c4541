import type { SourceName, Sort } from "#schema/api/posts.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import type { Json } from "#normalise/read.ts";

/** What a source answered. A source that gives no answer throws an AppError of its own. */
export type SourceAnswer<T> =
  | { state: "ok"; value: T }
  /** 404 in JSON: no such user, deleted, or hidden from every visitor. */
  | { state: "missing" }
  /** 403 in JSON: of one listing, a user who hides their posts; of every call, a block. */
  | { state: "forbidden" };

/** One upstream page of a listing, as the source gives it. */
export interface RawBatch {
  /** Reddit's t3 objects, wrapped or bare. */
  children: unknown[];
  /** The source's own cursor of the next batch; null at the end. */
  next: string | null;
}

export interface BatchRequest {
  username: string;
  sort: Sort;
  /** "" for the first batch, else a `next` of this source. */
  from: string;
}

/** A place that posts come from. All sources speak Reddit's t3 and t2 JSON, which normalise/ reads. */
export interface PostSource {
  name: SourceName;
  /** Part of every cache key: keeps what different settings of one source answered apart. */
  scope: string;
  /** The same source, whose calls count as made for another purpose. */
  under(purpose: CallPurpose): PostSource;
  sortsExactly(sort: Sort): boolean;
  /** Begins to read from KV what the next call needs. */
  lookAhead(): void;
  listing(request: BatchRequest): Promise<SourceAnswer<RawBatch>>;
  /** t2 data. */
  profile(username: string): Promise<SourceAnswer<Json>>;
  /** t3 objects of the posts that exist, for at most 100 ids with their prefix. */
  posts(ids: string[]): Promise<unknown[]>;
  /** Whether a post missing from `posts` is deleted (Reddit), or may never have been seen (archive). */
  leavesOutOnlyDeleted: boolean;
  /** The address under which a browser loads this media address. */
  mediaUrl(url: string): string;
}

/** The posts that one upstream call brings, at every source. */
export const BATCH_SIZE = 100;
