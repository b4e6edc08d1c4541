import { CallCutShort } from "#worker/errors.ts";

/** Every call needs a token: while a host refuses one, each would ask again and prolong a block. */
const FAILED_TOKEN_RETRY_MS = 5_000;
const failures = new Map<string, { error: unknown; until: number }>();

/** Throws the error of a call for this token that failed within the last five seconds. */
export function throwRecentFailure(key: string, now: number): void {
  const failed = failures.get(key);
  if (failed && failed.until > now) throw failed.error;
}

export function rememberFailure(key: string, now: number, error: unknown): never {
  if (!(error instanceof CallCutShort))
    failures.set(key, { error, until: now + FAILED_TOKEN_RETRY_MS });
  throw error;
}
