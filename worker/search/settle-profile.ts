import { ENTRY_FRESH_MS } from "#worker/cache/entry-lifetimes.ts";
import type { Deps } from "#worker/deps.ts";
import { settle, type Settled } from "#worker/lib/settle.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import {
  freshProfile,
  profileFetchedSince,
  profileOf,
  profileSince,
  type KnownProfile,
} from "#worker/lookup/profile.ts";
import type { PostSource, RawBatch, SourceAnswer } from "#worker/source/port.ts";

/** After the first batch the profile has this long; then the posts are shown without it. */
const PROFILE_TIMEOUT_MS = 2_500;

type SettledProfile = Promise<Settled<KnownProfile>>;

interface Creator {
  source: PostSource;
  username: string;
}

const orLate = (profile: SettledProfile): SettledProfile =>
  withTimeout(PROFILE_TIMEOUT_MS, profile).catch((failed: unknown) => ({ failed }));

/**
 * With posts, a late profile is left out, and a cached one does not tell whether the account is still suspended.
 * Without posts, the profile decides the state, so it has to be fresh. After a refused listing it has to be newer than
 * the call: a cached profile cannot distinguish a hidden user from a block. `hasSuspendedCopy`: after a failure the
 * reader gets it, as stale; without one an old suspension counts, or the archive's posts would be shown.
 */
export async function settleProfile(
  deps: Deps,
  { source, username }: Creator,
  listing: Settled<SourceAnswer<RawBatch>>,
  {
    profile,
    startedAt,
    hasSuspendedCopy,
  }: { profile: SettledProfile; startedAt: number; hasSuspendedCopy: boolean },
): SettledProfile {
  const freshSince = deps.clock.now() - ENTRY_FRESH_MS;
  const isOldSuspension = (settled: Settled<KnownProfile>) =>
    "done" in settled &&
    profileOf(settled.done)?.isSuspended === true &&
    profileFetchedSince(deps, source, username, freshSince) === null;
  if ("failed" in listing) {
    // Leaves the rest of the time to the archive: no further call for a fresher profile.
    const settled = await profile;
    return hasSuspendedCopy && isOldSuspension(settled) ? { failed: listing.failed } : settled;
  }
  if (listing.done.state !== "ok") {
    return settle(profileSince(deps, source, username, startedAt));
  }
  const hasPosts = listing.done.value.children.length > 0;
  const settled = hasPosts
    ? await orLate(profile)
    : await settle(freshProfile(deps, source, username));
  if (!isOldSuspension(settled)) return settled;
  const again = settle(profileSince(deps, source, username, freshSince));
  return hasPosts ? orLate(again) : again;
}
