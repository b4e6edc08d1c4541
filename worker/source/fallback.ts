import type { SourceName } from "#schema/api/posts.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { primaryName } from "./open.ts";

const isTrouble = (error: unknown): error is AppError =>
  error instanceof AppError && error.code.startsWith("reddit.");

/**
 * The first choice; where Reddit cannot be asked and this deployment wants it, the archive. Whom the
 * archive does not know may well exist, so only what it `found` counts: else Reddit's own trouble is
 * named, as it is when the archive fails too.
 */
export async function withFallback<T>(
  deps: Deps,
  work: (source: SourceName) => Promise<T>,
  found: (value: T) => boolean,
): Promise<T> {
  const primary = primaryName(deps);
  try {
    return await work(primary);
  } catch (error) {
    if (!deps.config.archiveFallback || primary !== "reddit" || !isTrouble(error)) throw error;
    const beside = await work("archive").catch(() => null);
    if (beside === null || !found(beside)) throw error;
    return beside;
  }
}
