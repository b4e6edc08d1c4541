import type { Clock } from "./clock.ts";

/** What the platform says when the connection or the database's process went away under a call. */
const TRANSIENT =
  /Network connection lost|storage caused object to be reset|reset because its code was updated|Cannot resolve D1 DB due to transient/i;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 40;

function isTransient(error: unknown): boolean {
  const messages = [error, error instanceof Error ? error.cause : undefined];
  return messages.some((one) => one instanceof Error && TRANSIENT.test(one.message));
}

/**
 * Repeats work whose outcome may be unknown, so only work that may be done twice. An overloaded
 * database is not on the list: asking it again is what keeps it overloaded.
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

/** What took longer counts as failed: a dependency that hangs must not hang the answer. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("too slow")), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
