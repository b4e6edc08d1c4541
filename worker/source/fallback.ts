import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { ANSWER_MS } from "./adapters/upstream-call.ts";
import { openSource, requireSourceName } from "./open.ts";
import type { PostSource } from "./port.ts";

export const isRedditFailure = (error: unknown): error is AppError =>
  error instanceof AppError && error.code.startsWith("reddit.");

/**
 * Asks the main source, and the archive where Reddit fails and the deployment allows it. A user whom the
 * archive does not know may well exist, so its answer counts only if it `found` something; else Reddit's own
 * error is thrown, as when the archive fails too.
 */
export async function withFallback<T>(
  deps: Deps,
  work: (source: PostSource) => Promise<T>,
  found: (value: T) => boolean,
): Promise<T> {
  const deadline = deps.clock.now() + ANSWER_MS;
  const main = openSource(deps, requireSourceName(deps), deadline);
  try {
    return await work(main);
  } catch (error) {
    const isAllowed = deps.config.archiveFallback && main.name === "reddit";
    if (!isAllowed || !isRedditFailure(error)) throw error;
    const value = await work(openSource(deps, "archive", deadline)).catch(() => null);
    if (value === null || !found(value)) throw error;
    return value;
  }
}
