import { isOwnShare } from "#worker/call-budget/spend-call.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError, logUnexpected } from "#worker/errors.ts";
import { log } from "#worker/lib/log.ts";
import { openMainSource, openSource } from "./open.ts";
import type { PostSource } from "./port.ts";

/**
 * Whether the archive may answer instead. Not where Reddit lists no posts, nor after a refusal by the visitor's own
 * share of the call budget while others have calls: the archive would show creators who hide their posts.
 */
export const isRedditFailure = (error: unknown): error is AppError =>
  error instanceof AppError &&
  error.code.startsWith("reddit.") &&
  !error.listsNoPosts &&
  !isOwnShare(error);

/**
 * Logs the archive's failure and returns null. Rethrows posts.removed, which is no failure: the archive has the post,
 * and names the creator or community that was removed.
 */
export function noneUnlessRemoved(error: unknown): null {
  if (error instanceof AppError && error.code === "posts.removed") throw error;
  const isArchives = error instanceof AppError && error.code.startsWith("archive.");
  if (isArchives) log("warn", "fallback", { code: error.code });
  return logUnexpected("fallback", error);
}

/**
 * Asks the main source; if Reddit fails and the deployment allows it, the archive. A user unknown to the archive may
 * exist, so its answer counts only if it `found` something. Otherwise Reddit's error is thrown.
 */
export async function withFallback<T>(
  deps: Deps,
  work: (source: PostSource) => Promise<T>,
  found: (value: T) => boolean,
): Promise<T> {
  const main = openMainSource(deps);
  try {
    return await work(main);
  } catch (error) {
    const isAllowed = deps.config.archiveFallback && main.name === "reddit";
    if (!isAllowed || !isRedditFailure(error)) throw error;
    const value = await work(openSource(deps, "archive")).catch(noneUnlessRemoved);
    if (value === null || !found(value)) throw error;
    return value;
  }
}
