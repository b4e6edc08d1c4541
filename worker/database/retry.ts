import { bindingFailure } from "#worker/lib/guarded.ts";
import type { Clock } from "#worker/lib/clock.ts";

/** D1's messages when the connection or the database process is lost during a call. */
const TRANSIENT =
  /Network connection lost|storage caused object to be reset|reset because its code was updated|Cannot resolve D1 DB due to transient/i;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 40;

function isTransient(error: unknown): boolean {
  const messages = [error, error instanceof Error ? error.cause : undefined];
  return messages.some((one) => one instanceof Error && TRANSIENT.test(one.message));
}

/** Any second statement prolongs an overload, one to a replica too: with replication off it is the same. */
export const isOverload = (error: unknown): boolean =>
  /overloaded/i.test(bindingFailure(error)?.message ?? "");

/**
 * Retries after a transient failure. The first try may have succeeded, so the work has to be idempotent. An overload is
 * not retried, because retries would prolong it.
 */
export async function retryIdempotent<T>(
  clock: Pick<Clock, "random" | "sleep">,
  work: () => Promise<T>,
  attempt = 1,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (attempt >= ATTEMPTS || !isTransient(error)) throw error;
    await clock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + clock.random()));
    return retryIdempotent(clock, work, attempt + 1);
  }
}
