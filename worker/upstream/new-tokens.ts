import { AppError } from "#worker/errors.ts";
import type { ErrorCode } from "#schema/api/errors.ts";
import { MINUTE_MS } from "#schema/time.ts";

/** A host that refuses the tokens themselves would give each call a new one; hosts limit those by the hour. */
const MAX_NEW_TOKENS = 4;
const NEW_TOKENS_WINDOW_MS = MINUTE_MS;

/** Times of the last new tokens, by key. */
const taken = new Map<string, number[]>();

/** Counts a new token before it is requested; throws if there were too many in the last minute. */
export function countNewToken(key: string, now: number, code: ErrorCode): void {
  const recent = (taken.get(key) ?? []).filter((time) => now - time < NEW_TOKENS_WINDOW_MS);
  if (recent.length >= MAX_NEW_TOKENS) throw new AppError(code);
  taken.set(key, [...recent, now]);
}
