import type { ListingState } from "#schema/api/search.ts";
import { HIDDEN_KARMA } from "#normalise/profile.ts";
import { AppError, errorWith } from "#worker/errors.ts";
import type { Settled } from "#worker/lib/settle.ts";
import type { KnownProfile } from "#worker/lookup/profile.ts";
import type { RawBatch, SourceAnswer } from "#worker/source/port.ts";

const NO_POSTS: RawBatch = { children: [], next: null };

/**
 * The state of a user, from the first batch and the profile, which decides if known. Throws the listing's failure.
 * Throws the profile's failure if there are no posts: a refused or empty listing alone does not tell whether the user
 * hides posts, is suspended, or is not the cause. After an answer in which the source lists no posts the archive must not
 * show any, so that failure says so (decision 122); a 403 can be a block of every call.
 */
export function judgeListing(
  listing: Settled<SourceAnswer<RawBatch>>,
  profile: Settled<KnownProfile>,
): { state: ListingState; raw: RawBatch } {
  const known = "done" in profile ? profile.done : null;
  if (known?.state === "ok" && known.profile.isSuspended) {
    return { state: "suspended", raw: NO_POSTS };
  }
  const answer = "done" in listing ? listing.done : null;
  const raw = answer?.state === "ok" ? answer.value : NO_POSTS;
  if (known?.state === "missing" && raw.children.length === 0) {
    return { state: "not_found", raw: NO_POSTS };
  }
  if ("failed" in listing) throw listing.failed;
  if (raw.children.length > 0 || raw.next !== null) return { state: "ok", raw };
  if ("failed" in profile) {
    const { failed } = profile;
    if (answer?.state === "forbidden" || !(failed instanceof AppError)) throw failed;
    throw errorWith(failed, { listsNoPosts: true });
  }
  const isRefused = answer?.state !== "ok";
  const hides = isRefused || (known?.state === "ok" && known.profile.linkKarma > HIDDEN_KARMA);
  return { state: hides ? "hidden" : "ok", raw };
}
