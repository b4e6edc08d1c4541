import type { VouchedPost } from "#schema/api/hearts.ts";
import type { SourceName } from "#schema/api/search.ts";
import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { KEPT_DAYS } from "#schema/kept.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { AppError } from "#worker/errors.ts";
import type { PostSource } from "#worker/source/port.ts";
import type { StoredPost } from "#normalise/post.ts";

/** Per account. */
export const MAX_UNVERIFIED = 20;
/** Due rows that a run reads: many accounts can wait for one post. */
export const MAX_READ_PER_RUN = 1_000;
/** Hearts that a run adds: each is a statement, and D1 limits those of one invocation. */
export const MAX_ADDED_PER_RUN = 100;
/** Then a waiting heart whose post the source does not know is dropped. A failing source does not count. */
export const MAX_WAIT_FOR_SOURCE_MS = KEPT_DAYS.waitingHeart * DAY_MS;
/** A working source that does not know a post older than this will not know it later. */
const NEW_POST_MS = DAY_MS;
const FIRST_CHECK_MS = 10 * MINUTE_MS;
const LONGEST_PAUSE_MS = 12 * HOUR_MS;
/** Past MAX_WAIT_FOR_SOURCE_MS the first answer ends the wait, so it must not come long after the source recovers. */
const PAUSE_PAST_END_MS = HOUR_MS;

export interface Unverified extends Pick<
  VouchedPost,
  "username" | "title" | "subreddit" | "created"
> {
  unearthUserId: string;
  redditPostId: string;
  createdAt: Date;
  origins: CrosspostOrigin[] | null;
}

/**
 * Each pause is as long as the whole wait so far: an invented id costs 13 checks, and most posts are known by the
 * second. The last check is at the end of MAX_WAIT_FOR_SOURCE_MS, so no row outlives it while the source answers.
 */
export function nextCheckAt(since: number, now: number): number {
  const end = since + MAX_WAIT_FOR_SOURCE_MS;
  if (now >= end) return now + PAUSE_PAST_END_MS;
  return Math.min(end, now + Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_CHECK_MS, now - since)));
}

const isSourceFailure = (code: string): boolean =>
  code.startsWith("reddit.") || code.startsWith("archive.");

/**
 * Whether a heart that failed with this error may wait. Reddit is believed at once, and the archive about posts older
 * than a day; the sample has no post of Reddit, whatever its age. The browser sends `created`; a false time only makes
 * a row that is dropped later.
 */
export function mayWait(
  error: unknown,
  { created }: VouchedPost,
  now: number,
  { name, leavesOutOnlyDeleted }: Pick<PostSource, "name" | "leavesOutOnlyDeleted">,
): boolean {
  if (!(error instanceof AppError)) return false;
  if (isSourceFailure(error.code)) return true;
  if (error.code !== "hearts.target_not_found" || leavesOutOnlyDeleted) return false;
  return name === "sample" || created * 1000 >= now - NEW_POST_MS;
}

/** Compares only the fields that never change at Reddit. */
export const isSamePost = (vouched: Unverified, found: StoredPost): boolean =>
  vouched.redditPostId === found.id &&
  vouched.username.toLowerCase() === found.author.toLowerCase() &&
  vouched.subreddit.toLowerCase() === found.subreddit.toLowerCase() &&
  vouched.created === found.created &&
  vouched.title === found.title;

export const waitingMessage = (source: SourceName): string =>
  source === "sample"
    ? `Your heart is kept for ${KEPT_DAYS.waitingHeart} days. It does not count, because the sample has no post of Reddit.`
    : "Your heart is kept. It counts once our source knows this post, usually within half an hour.";
