import { AppError, errorAfter, OwnFailure } from "#worker/errors.ts";
import type { ErrorCode } from "#schema/api/errors.ts";
import { MINUTE_MS } from "#schema/time.ts";

/** Every call needs a token: while a host refuses one, each would ask again and prolong a block. */
const FAILED_TOKEN_RETRY_MS = 5_000;
/** A host that refuses the tokens themselves would give each call a new one; hosts limit those by the hour. */
const MAX_NEW_TOKENS = 4;
const NEW_TOKENS_WINDOW_MS = MINUTE_MS;

interface Failure {
  error: unknown;
  since: number;
  until: number;
}

const failures = new Map<string, Failure>();
/** Times of the last new tokens, by key. */
const taken = new Map<string, number[]>();

export const hasRecentFailure = (key: string, now: number): boolean =>
  (failures.get(key)?.until ?? 0) > now;

/** Throws the remembered error of a call for this token, or with it. */
export function throwRecentFailure(key: string, now: number): void {
  const failed = failures.get(key);
  if (failed && failed.until > now) throw errorAfter(now - failed.since, failed.error);
}

/** Until the error's Retry-After at most: a client that waits that long must not meet it again. */
export function rememberFailure(
  key: string,
  now: number,
  error: unknown,
  longestMs = FAILED_TOKEN_RETRY_MS,
): never {
  const asked = error instanceof AppError ? error.retryAfterSeconds : undefined;
  const until = now + Math.min(longestMs, (asked ?? Infinity) * 1000);
  if (!(error instanceof OwnFailure)) failures.set(key, { error, since: now, until });
  throw error;
}

/** Counts a new token before it is requested; throws if there were too many in the last minute. */
export function countNewToken(key: string, now: number, code: ErrorCode): void {
  const recent = (taken.get(key) ?? []).filter((time) => now - time < NEW_TOKENS_WINDOW_MS);
  if (recent.length >= MAX_NEW_TOKENS) throw new AppError(code);
  taken.set(key, [...recent, now]);
}
