import { CallRefused, msUntilRecheck, ShareUsedUp } from "#worker/call-budget/spend-call.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError, logUnexpected } from "#worker/errors.ts";
import { postData } from "#normalise/listing.ts";
import { isDeletedAtSource, postId } from "#normalise/post.ts";
import { openMainSource } from "#worker/source/open.ts";
import { fetchPosts, readFoundPost, type FoundPost, type FoundUser } from "./look-up.ts";
import { withPostPrefix } from "#schema/reddit-id.ts";
import { loadProfile, profileOf } from "./profile.ts";
import { revocableMarkAt } from "./revocable-mark.ts";

export type Checked<T> =
  /** `fresh` is null if the post is no longer a media post. */
  | { state: "there"; fresh: T | null }
  /** `isLeftOut`: the answer lacks the post, instead of marking it. `markedAt`: see revocableMarkAt(). */
  | { state: "deleted"; isLeftOut?: true; markedAt?: number }
  /** The source failed (`failure`), or does not know the target and may never have seen it. */
  | { state: "unknown"; failure: AppError | null }
  /** The call budget had no room. */
  | { state: "not_asked"; refusal: AppError };

/** Milliseconds until the call budget has room for background work; 0: now. */
export const msUntilBackgroundCall = (deps: Deps): Promise<number> =>
  msUntilRecheck(deps, openMainSource(deps).scope);

/** A fault of ours gets a code that is no source's, and is logged. */
function failureOf(error: unknown): AppError {
  logUnexpected("check_source", error);
  return error instanceof AppError ? error : new AppError("internal.error", { cause: error });
}

const outcomeOfError = (error: unknown): Checked<never> =>
  error instanceof CallRefused || error instanceof ShareUsedUp
    ? { state: "not_asked", refusal: error }
    : { state: "unknown", failure: failureOf(error) };

/** One call for at most 100 posts. Keys of the result are the given ids. Never throws. */
export async function askForPosts(
  deps: Deps,
  ids: readonly string[],
): Promise<Map<string, Checked<FoundPost>>> {
  try {
    const source = openMainSource(deps);
    const found = await fetchPosts(source, ids.map(withPostPrefix));
    const now = deps.clock.now();
    const judge = (id: string): Checked<FoundPost> => {
      const data = found.get(withPostPrefix(id));
      if (data && !isDeletedAtSource(data)) {
        try {
          return { state: "there", fresh: readFoundPost(data, source, now) };
        } catch (error) {
          return outcomeOfError(error);
        }
      }
      const markedAt = data && revocableMarkAt(data);
      if (data) return { state: "deleted", ...(markedAt && { markedAt }) };
      return source.leavesOutOnlyDeleted
        ? { state: "deleted", isLeftOut: true }
        : { state: "unknown", failure: null };
    };
    return new Map(ids.map((id) => [id, judge(id)]));
  } catch (error) {
    return new Map(ids.map((id) => [id, outcomeOfError(error)]));
  }
}

/** One call that bypasses the cache, because a re-check needs the present state. Never throws. */
export async function askForUser(deps: Deps, name: string): Promise<Checked<FoundUser>> {
  try {
    const source = openMainSource(deps);
    const fresh = profileOf(await loadProfile(deps, source, name));
    if (fresh) return { state: "there", fresh };
    return source.leavesOutOnlyDeleted ? { state: "deleted" } : { state: "unknown", failure: null };
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** One call for the ids of a user's newest posts, with their prefix. Never throws. */
export async function askForListing(deps: Deps, username: string): Promise<Checked<Set<string>>> {
  try {
    const answer = await openMainSource(deps).listing({ username, sort: "new", from: "" });
    if (answer.state === "missing") return { state: "deleted" };
    if (answer.state === "forbidden") return { state: "unknown", failure: null };
    const ids = answer.value.children.flatMap((child) => postId(postData(child) ?? {}) ?? []);
    return { state: "there", fresh: new Set(ids) };
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** Charges the visitor's budget for one call to the main source; throws its refusal, or if there is no source. */
export async function admitCall(deps: Deps): Promise<void> {
  await deps.visitorBudget?.admitMiss(1, false, openMainSource(deps).isKnownToFail());
}

/**
 * Bypasses the cache. Charges the visitor's budget, or throws its refusal; the call is a visitor's in the call budget
 * too, because the job's share is no limit of a vote. Never takes a failing source for a deletion.
 */
export async function recheckPost(deps: Deps, id: string): Promise<Checked<FoundPost>> {
  await admitCall(deps);
  return (await askForPosts(deps, [id])).get(id) ?? { state: "unknown", failure: null };
}

/** As recheckPost, for a user. */
export async function recheckUser(deps: Deps, name: string): Promise<Checked<FoundUser>> {
  await admitCall(deps);
  return askForUser(deps, name);
}
