import { isObject } from "#schema/is-object.ts";
import { KEPT_DAYS } from "#schema/kept.ts";
import { isRefreshAllowed } from "#worker/call-budget/spend-call.ts";
import { ENTRY_FRESH_MS, ENTRY_LIFETIME_MS } from "#worker/cache/entry-lifetimes.ts";
import { parseAs, peekEntry, peekMemory, type CacheEntry } from "#worker/cache/entry-store.ts";
import { loadedMissing, readThrough, refetch, type CacheSpec } from "#worker/cache/read-through.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError, logUnexpected } from "#worker/errors.ts";
import { normaliseProfile, type Profile } from "#normalise/profile.ts";
import { isSecondary } from "#worker/source/open.ts";
import type { PostSource } from "#worker/source/port.ts";

/**
 * Profiles are kept longer and refreshed less often than listings by this factor, so that a creator's next listing is
 * one upstream call instead of two. If a listing looks wrong, freshProfile() reads the source again.
 */
const KEEP_FACTOR = KEPT_DAYS.redditProfiles / KEPT_DAYS.redditPosts;

export type KnownProfile = { state: "ok"; profile: Profile } | { state: "missing" };

/** null for a missing user. */
export const profileOf = (known: KnownProfile | undefined): Profile | null =>
  known?.state === "ok" ? known.profile : null;

const TEXTS = ["id", "username", "title", "description"] as const;

export const isProfile = (value: unknown): value is Profile =>
  isObject(value) && TEXTS.every((name) => typeof value[name] === "string");

function isKnownProfile(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { state, profile } = value;
  return state === "missing" || (state === "ok" && isProfile(profile));
}

const parseProfile = parseAs<KnownProfile>(isKnownProfile);

function profileSpec(deps: Deps, source: PostSource, username: string): CacheSpec<KnownProfile> {
  return {
    key: `profile:v1:${source.scope}:${username.toLowerCase()}`,
    parse: parseProfile,
    mayRefresh: (age) => isRefreshAllowed(deps, source.scope, age / KEEP_FACTOR),
    isKnownToFail: source.isKnownToFail,
    isMissing: ({ state }) => state === "missing",
    isIncomplete: isSecondary(deps, source),
    load: async (_, isRefresh) => {
      const sender = deps.visitorBudget?.sender;
      const asked = isRefresh ? source.under({ purpose: "refresh", sender }) : source;
      const answer = await asked.profile(username);
      // Reddit shows every account's profile, so a refusal is a block and says nothing about the user.
      if (answer.state === "forbidden") throw new AppError("reddit.blocked");
      if (answer.state === "missing") return loadedMissing(deps, answer);
      const profile = normaliseProfile(answer.value, username);
      const avatarUrl =
        profile.avatarUrl && (source.mediaUrl?.(profile.avatarUrl) ?? profile.avatarUrl);
      return {
        value: { state: "ok", profile: { ...profile, avatarUrl } },
        freshMs: ENTRY_FRESH_MS,
        goodUntil: deps.clock.now() + KEEP_FACTOR * ENTRY_LIFETIME_MS,
      };
    },
  };
}

/** A cache read that began before readProfile() needs it. */
export type ProfileAhead = Promise<CacheEntry<KnownProfile> | null>;

export const profileAhead = (deps: Deps, source: PostSource, username: string): ProfileAhead =>
  peekEntry(deps, profileSpec(deps, source, username));

/** Throws the source's errors. */
export async function readProfile(
  deps: Deps,
  source: PostSource,
  username: string,
  ahead?: ProfileAhead,
): Promise<KnownProfile> {
  return (await readThrough(deps, profileSpec(deps, source, username), ahead)).entry.value;
}

/** Refetches a profile older than `since`; throws the source's errors. */
export async function profileSince(
  deps: Deps,
  source: PostSource,
  username: string,
  since: number,
): Promise<KnownProfile> {
  const spec = profileSpec(deps, source, username);
  const { entry } = await readThrough(deps, spec);
  return (entry.fetchedAt >= since ? entry : await refetch(deps, spec)).value;
}

/** Returns a profile at most five minutes old, or the cached one if the source fails. */
export async function freshProfile(
  deps: Deps,
  source: PostSource,
  username: string,
): Promise<KnownProfile> {
  const cached = await readProfile(deps, source, username);
  const since = deps.clock.now() - ENTRY_FRESH_MS;
  return profileSince(deps, source, username, since).catch((error: unknown) => {
    logUnexpected("profile_refresh", error);
    return cached;
  });
}

/** Bypasses the cache and does not store the profile. */
export async function loadProfile(
  deps: Deps,
  source: PostSource,
  username: string,
): Promise<KnownProfile> {
  return (await profileSpec(deps, source, username).load(null, false)).value;
}

/** Makes no upstream call. */
export const cachedProfile = async (
  deps: Deps,
  source: PostSource,
  username: string,
): Promise<Profile | null> =>
  profileOf((await peekEntry(deps, profileSpec(deps, source, username)))?.value);

/** A profile that this isolate has, fetched at `since` or later. */
export function profileFetchedSince(
  deps: Deps,
  source: PostSource,
  username: string,
  since: number,
): Profile | null {
  const entry = peekMemory<KnownProfile>(deps, profileSpec(deps, source, username).key);
  return entry && entry.fetchedAt >= since ? profileOf(entry.value) : null;
}
