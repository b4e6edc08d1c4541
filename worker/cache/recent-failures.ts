import { AppError, errorAfter, OwnFailure } from "#worker/errors.ts";
import { keepNewest } from "./keep-newest.ts";

const MAX_REMEMBERED_FAILURES = 1_000;

/** By key. While a host fails, not every request asks it. */
export type Failures = Map<string, { error: unknown; since: number; until: number }>;

export const hasRecentFailure = (failures: Failures, key: string, now: number): boolean =>
  (failures.get(key)?.until ?? 0) > now;

export function throwRecentFailure(failures: Failures, key: string, now: number): void {
  const failed = failures.get(key);
  if (failed && failed.until > now) throw errorAfter(now - failed.since, failed.error);
}

/**
 * Throws the error. It is remembered until its Retry-After at most: a client that waits that long must not meet it again.
 * A request that could not make its call for a reason of its own says nothing about the host.
 */
export function rememberFailure(
  failures: Failures,
  key: string,
  now: number,
  error: unknown,
  longestMs: number,
): never {
  const asked = error instanceof AppError ? error.retryAfterSeconds : undefined;
  const until = now + Math.min(longestMs, (asked ?? Infinity) * 1000);
  if (!(error instanceof OwnFailure))
    keepNewest(failures, key, { error, since: now, until }, MAX_REMEMBERED_FAILURES);
  throw error;
}
