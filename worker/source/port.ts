import type { Sort } from "#schema/choices.ts";
import type { SourceName } from "#schema/api/search.ts";
import type { Caller } from "#worker/call-budget/port.ts";
import type { Json } from "#normalise/read.ts";

/** A source that fails throws an AppError with its own code instead. */
export type SourceAnswer<T> =
  | { state: "ok"; value: T }
  /** 404 in JSON: the user does not exist, is deleted, or is hidden from everyone. */
  | { state: "missing" }
  /** 403 in JSON: for one listing, the user hides posts; for every call, we are blocked. */
  | { state: "forbidden" };

/** One upstream page of a listing. */
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

/** All sources return Reddit's t3 and t2 JSON, which normalise/ reads. */
export interface PostSource {
  name: SourceName;
  /** Part of every cache key, different for every configuration of a source. */
  scope: string;
  /** The same source, with its calls counted for another caller. */
  under(caller: Caller): PostSource;
  sortsExactly(sort: Sort): boolean;
  /** Whether the next call would end without being made, by a failure that the isolate remembers. */
  isKnownToFail: () => boolean;
  /** Starts the KV reads that the next call needs. */
  lookAhead(): void;
  listing(request: BatchRequest): Promise<SourceAnswer<RawBatch>>;
  /** t2 data. */
  profile(username: string): Promise<SourceAnswer<Json>>;
  /** The t3 objects of existing posts, for at most 100 ids with their prefix. */
  posts(ids: string[]): Promise<unknown[]>;
  /** true (Reddit): a post missing from `posts` is deleted. false (archive, sample): it may never have been seen. */
  leavesOutOnlyDeleted: boolean;
  /** Maps a media address to the one from which a browser loads it; null: they are the same. */
  mediaUrl: MapUrl | null;
}

export type MapUrl = (url: string) => string;

/** null: not opened yet. */
export type OpenedSources = Record<SourceName, PostSource | null>;
