import type { Sort } from "#schema/choices.ts";
import { MINUTE_MS } from "#schema/time.ts";
import type { CacheEntry } from "#worker/cache/entry-store.ts";
import { isolateMemory } from "#worker/cache/isolate-memory.ts";
import {
  ENTRY_FRESH_MS,
  ENTRY_LIFETIME_MS,
  EXPIRY_MARGIN_MS,
} from "#worker/cache/entry-lifetimes.ts";
import {
  loadedMissing,
  readThrough,
  type CacheRead,
  type CacheSpec,
  type Loaded,
} from "#worker/cache/read-through.ts";
import { isRefreshAllowed } from "#worker/call-budget/spend-call.ts";
import { alreadyCounted } from "#worker/visitor-budget/visitor-budget.ts";
import { derive, type Deps } from "#worker/deps.ts";
import { AppError, logUnexpected } from "#worker/errors.ts";
import { log } from "#worker/lib/log.ts";
import {
  cachedProfile,
  profileAhead,
  profileFetchedSince,
  profileOf,
  readProfile,
  type ProfileAhead,
} from "#worker/lookup/profile.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import { withMediaAt } from "#worker/source/media-address.ts";
import { normaliseListing } from "#normalise/listing.ts";
import type { NormalisedPost } from "#normalise/post.ts";
import type { Profile } from "#normalise/profile.ts";
import { settle } from "#worker/lib/settle.ts";
import { isSecondary } from "#worker/source/open.ts";
import type { PostSource, RawBatch } from "#worker/source/port.ts";
import { noteListing, noteProfile } from "#worker/targets/listing-checks.service.ts";
import { makeBatch, serialiseBatch, type Batch, type BatchHead } from "./batch.ts";
import { judgeCut } from "./judge-cut.ts";
import { judgeListing } from "./judge-listing.ts";
import { keepExisting, existingIds } from "./keep-existing.ts";
import { parseBatch } from "./parse-batch.ts";
import { settleProfile } from "./settle-profile.ts";

/** A user's posts at one source, in one order. */
export interface Listing {
  source: PostSource;
  username: string;
  sort: Sort;
  /** Every load awaits it; it throws for a creator removed at request. */
  admit(): Promise<void>;
  /** Returns the profile from another source, instead of this one's, without an upstream call. */
  readProfile?: (() => Promise<Profile | null>) | undefined;
  /** Hashes of media that another source has shown before this listing's first batch. */
  before?: string[] | undefined;
  /** Returns the cache read of the profile, if one has begun. */
  takeAhead?: () => ProfileAhead | undefined;
}

/** Freshness of a batch without its profile or its check. */
const INCOMPLETE_FRESH_MS = MINUTE_MS;
const LONGEST_KEY_PART = 100;

/** Facts that a batch takes over from the batch before it. */
interface InheritedFacts {
  profile: Profile | null;
  /** Hashes of the media shown in earlier batches. */
  before: string[];
  /** The batch's own number; undefined if it is not known. */
  number: number | undefined;
}

function lifetimeOf(deps: Deps, batch: Batch, posts: NormalisedPost[]): Loaded<Batch> {
  if (batch.head.state === "not_found") return loadedMissing(deps, batch);
  const now = deps.clock.now();
  const ends = posts.flatMap(({ expiresAt }) => expiresAt ?? []);
  const goodUntil = Math.min(now + ENTRY_LIFETIME_MS, ...ends.map((end) => end - EXPIRY_MARGIN_MS));
  const { profile, isChecked = true } = batch.head;
  const freshMs = profile && isChecked ? ENTRY_FRESH_MS : INCOMPLETE_FRESH_MS;
  return { value: batch, freshMs, goodUntil };
}

/** Fetched posts and profiles count as a check of the stored targets. The archive's profile is only a name. */
function noteFetched(
  deps: Deps,
  { source, username }: Listing,
  raw: RawBatch,
  startedAt: number,
): void {
  if (isSecondary(deps, source)) return;
  noteListing(deps, username, existingIds(raw.children));
  if (source.name === "archive") return;
  const profile = profileFetchedSince(deps, source, username, startedAt);
  if (profile) noteProfile(deps, profile);
}

function normaliseBatch(
  deps: Deps,
  { source, username }: Listing,
  raw: RawBatch,
  facts: InheritedFacts & Pick<BatchHead, "state" | "isCut" | "cutAfter" | "isChecked">,
): Loaded<Batch> {
  const neededUntil = deps.clock.now() + EXPIRY_MARGIN_MS;
  const owner = facts.profile?.username ?? username;
  const { posts, dropped } = normaliseListing(raw.children, neededUntil, owner);
  if (dropped > 0) log("warn", "posts_dropped", { dropped, source: source.name });
  const mapped = posts.map((found) => withMediaAt(found, source));
  return lifetimeOf(deps, makeBatch(mapped, { ...facts, next: raw.next }), mapped);
}

async function loadFirst(
  deps: Deps,
  listing: Listing,
  previous: Batch | null,
): Promise<Loaded<Batch>> {
  const { source, username, sort, takeAhead } = listing;
  const startedAt = deps.clock.now();
  const profileWork = settle(readProfile(deps, source, username, takeAhead?.()));
  const answer = await settle(source.listing({ username, sort, from: "" }));
  const profile = await settleProfile(deps, listing, answer, {
    profile: profileWork,
    startedAt,
    hasSuspendedCopy: previous?.head.state === "suspended",
  });
  const { state, raw } = judgeListing(answer, profile);
  const known = "done" in profile ? profileOf(profile.done) : null;
  noteFetched(deps, listing, raw, startedAt);
  return normaliseBatch(deps, listing, raw, { state, profile: known, before: [], number: 1 });
}

const findProfile = (deps: Deps, { source, username }: Listing): Promise<Profile | null> =>
  readProfile(deps, source, username).then(profileOf, (error: unknown) =>
    logUnexpected("batch_profile", error),
  );

async function loadNext(
  deps: Deps,
  listing: Listing,
  from: string,
  {
    inherited,
    previous,
    readOwnProfile,
  }: {
    inherited: InheritedFacts | null;
    previous: Batch | null;
    readOwnProfile: () => Promise<Profile | null>;
  },
): Promise<Loaded<Batch>> {
  const { source, username, sort } = listing;
  const startedAt = deps.clock.now();
  const profile = inherited?.profile ?? (await (listing.readProfile ?? readOwnProfile)());
  const answer = await source.listing({ username, sort, from });
  if (answer.state === "forbidden") throw new AppError("reddit.blocked");
  const raw = answer.state === "ok" ? answer.value : { children: [], next: null };
  noteFetched(deps, listing, raw, startedAt);
  const { raw: existing, ...checked } = await keepExisting(
    deps,
    source,
    raw,
    previous?.head.isChecked,
  );
  return normaliseBatch(deps, listing, existing, {
    state: "ok",
    profile,
    before: inherited?.before ?? listing.before ?? [],
    number: inherited?.number,
    ...judgeCut(raw, inherited?.number),
    ...checked,
  });
}

/**
 * Uses the stored batch's own facts if the batch before it is unknown or not adjacent, but not its profile, which a
 * batch that is refreshed again and again would show for ever. `before`: another source's.
 */
const inheritedBy = (
  { head }: Batch,
  inherited: InheritedFacts | null,
  before = head.before,
): InheritedFacts => ({
  profile: null,
  before,
  ...inherited,
  number: inherited?.number ?? head.number,
});

/** Hashes of the media shown up to the end of a batch. */
export const mediaUpTo = ({ head }: Batch): string[] => [...head.before, ...head.media];

/**
 * The facts for the batch at `from`, which a tail may separate from this one by other batches. A stale batch's profile is
 * not taken over: from batch to batch it would be kept a day longer each time.
 */
export function inheritedAfter(
  { clock }: Pick<Deps, "clock">,
  { value, freshUntil }: CacheEntry<Batch>,
  from: string,
): InheritedFacts {
  const { profile, number, next } = value.head;
  return {
    profile: freshUntil > clock.now() ? profile : null,
    before: mediaUpTo(value),
    number: number && next === from ? number + 1 : undefined,
  };
}

export function batchSpec(
  deps: Deps,
  listing: Listing,
  from: string,
  inherited: InheritedFacts | null,
): CacheSpec<Batch> {
  const { source, username, sort } = listing;
  const start = from.length > LONGEST_KEY_PART ? quickHash(from) : from;
  return {
    key: `listing:v1:${source.scope}:${sort}:${username.toLowerCase()}:${start}`,
    serialise: serialiseBatch,
    parse: parseBatch,
    mayRefresh: (age) => isRefreshAllowed(deps, source.scope, age),
    // A checked batch stays while the check fails. Without a pause each view would ask the archive, then Reddit.
    refreshPauseMs: isSecondary(deps, source) ? INCOMPLETE_FRESH_MS : undefined,
    calls: from === "" || isSecondary(deps, source) ? 2 : 1,
    isOptional: inherited !== null,
    isKnownToFail: source.isKnownToFail,
    isMissing: ({ head }) => head.state === "not_found",
    isIncomplete: isSecondary(deps, source),
    load: async (previous, isRefresh) => {
      // Read before admit(), because a cache hit of the same request can turn a newcomer into a known visitor.
      const purpose = isRefresh ? "refresh" : deps.visitorBudget?.purpose;
      await listing.admit();
      // The visitor is charged for the whole batch already: for a first one with its profile, for a later one without.
      const visitorBudget = deps.visitorBudget && alreadyCounted(deps.visitorBudget, purpose);
      const counted = derive(deps, { visitorBudget });
      const sender = visitorBudget?.sender;
      const asked = purpose ? { ...listing, source: source.under({ purpose, sender }) } : listing;
      if (from === "") return loadFirst(counted, asked, previous);
      const facts = previous ? inheritedBy(previous, inherited, listing.before) : inherited;
      // The batch before it, or the stored one, has asked the source already.
      const readOwnProfile = () =>
        previous || inherited
          ? cachedProfile(deps, asked.source, listing.username)
          : findProfile(deps, asked);
      return loadNext(counted, asked, from, { inherited: facts, previous, readOwnProfile });
    },
  };
}

/** KV's local cache answers faster; a slower read goes to the central store. */
const LOCAL_KV_READ_MS = 20;

/** After LOCAL_KV_READ_MS starts the profile and token reads of a probable miss, in parallel with the batch's read. */
async function readFirst(deps: Deps, listing: Listing): Promise<CacheRead<Batch>> {
  const { source, username } = listing;
  let ahead: ProfileAhead | undefined;
  const timer = setTimeout(() => {
    ahead = profileAhead(deps, source, username);
    source.lookAhead();
  }, LOCAL_KV_READ_MS);
  const takeAhead = () => {
    clearTimeout(timer);
    return ahead;
  };
  try {
    return await readThrough(deps, batchSpec(deps, { ...listing, takeAhead }, "", null));
  } finally {
    clearTimeout(timer);
  }
}

export function readBatch(
  deps: Deps,
  listing: Listing,
  from: string,
  inherited: InheritedFacts | null,
): Promise<CacheRead<Batch>> {
  const spec = batchSpec(deps, listing, from, inherited);
  const isLikelyMiss = from === "" && isolateMemory.get(spec.key) === undefined;
  return isLikelyMiss ? readFirst(deps, listing) : readThrough(deps, spec);
}
