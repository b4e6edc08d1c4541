import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { isObject } from "#schema/is-object.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import { isRefreshAllowed } from "#worker/call-budget/spend-call.ts";
import {
  ENTRY_FRESH_MS,
  ENTRY_LIFETIME_MS,
  EXPIRY_MARGIN_MS,
} from "#worker/cache/entry-lifetimes.ts";
import { parseAs } from "#worker/cache/entry-store.ts";
import { loadedMissing, readThrough, type CacheSpec } from "#worker/cache/read-through.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { withFallback } from "#worker/source/fallback.ts";
import { withMediaAt } from "#worker/source/media-address.ts";
import { postData } from "#normalise/listing.ts";
import { normalisePost, postId, type NormalisedPost } from "#normalise/post.ts";
import type { Profile } from "#normalise/profile.ts";
import { isOrigins, isStoredPost } from "#worker/cache/stored-post.ts";
import type { Json } from "#normalise/read.ts";
import { isSecondary } from "#worker/source/open.ts";
import type { PostSource } from "#worker/source/port.ts";
import { withPostPrefix } from "#schema/reddit-id.ts";
import { profileOf, readProfile } from "./profile.ts";

/** A media post of the source, without the fields that our database and settings add. */
export interface FoundPost extends Pick<NormalisedPost, "post" | "authorId" | "expiresAt"> {
  /** The posts that it was crossposted from; missing in older cache entries. */
  origins?: CrosspostOrigin[];
  /** The archive's copy: Reddit failed, and may no longer have the post. Not in cache entries. */
  isFromFallback?: boolean;
}

/** `username` has Reddit's spelling. Suspended users have little else. */
export type FoundUser = Profile;

/** Returns null if the data is no media post. Addresses that end before `neededUntil` are left out. */
export function readFoundPost(
  data: Json,
  source: PostSource,
  neededUntil: number,
): FoundPost | null {
  const found = normalisePost(data, neededUntil);
  if (!found) return null;
  const { post, authorId, expiresAt, origins } = withMediaAt(found, source);
  return { post, authorId, expiresAt, origins };
}

/** The raw posts that the source has, by id with prefix. */
export async function fetchPosts(source: PostSource, ids: string[]): Promise<Map<string, Json>> {
  const byId = new Map<string, Json>();
  for (const child of await source.posts(ids)) {
    const data = postData(child);
    const id = data && postId(data);
    if (id) byId.set(id, data);
  }
  return byId;
}

/** The caller's rule, because this folder must not depend on removals. */
export type IsRemoved = (found: FoundPost) => boolean;

function isFoundPost(value: unknown): boolean {
  if (value === null) return true;
  if (!isObject(value)) return false;
  const { post, origins = [] } = value;
  return isStoredPost(post) && isOrigins(origins);
}

const parsePost = parseAs<FoundPost | null>(isFoundPost);

/** A removed post is neither refreshed nor stored. */
function postSpec(
  deps: Deps,
  source: PostSource,
  fullId: string,
  isRemoved: IsRemoved,
): CacheSpec<FoundPost | null> {
  return {
    key: `post:v1:${source.scope}:${fullId}`,
    parse: parsePost,
    mayRefresh: async (age, stale) =>
      !(stale && isRemoved(stale)) && isRefreshAllowed(deps, source.scope, age),
    isKnownToFail: source.isKnownToFail,
    isMissing: (found) => found === null,
    isIncomplete: isSecondary(deps, source),
    load: async (_, isRefresh) => {
      const sender = deps.visitorBudget?.sender;
      const asked = isRefresh ? source.under({ purpose: "refresh", sender }) : source;
      const data = (await fetchPosts(asked, [fullId])).get(fullId);
      const now = deps.clock.now();
      const value = data ? readFoundPost(data, source, now + EXPIRY_MARGIN_MS) : null;
      if (!value) return loadedMissing(deps, null);
      if (isRemoved(value)) throw new AppError("posts.removed");
      const end = (value.expiresAt ?? Infinity) - EXPIRY_MARGIN_MS;
      return { value, freshMs: ENTRY_FRESH_MS, goodUntil: Math.min(now + ENTRY_LIFETIME_MS, end) };
    },
  };
}

/**
 * Reads a post, by id with or without prefix, from the cache or the source. Returns null if it is unknown, deleted at
 * the source or not media. Throws the source's errors, and posts.removed for a removed post.
 */
export async function lookUpPost(
  deps: Deps,
  id: string,
  isRemoved: IsRemoved,
): Promise<FoundPost | null> {
  const read = async (source: PostSource) => {
    const spec = postSpec(deps, source, withPostPrefix(id), isRemoved);
    const { value } = (await readThrough(deps, spec)).entry;
    return value && isSecondary(deps, source) ? { ...value, isFromFallback: true } : value;
  };
  const found = await withFallback(deps, read, (one) => one !== null);
  if (found && isRemoved(found)) throw new AppError("posts.removed");
  return found;
}

/**
 * Reads a user, by name in any case, from the cache or the source, with that source: the archive knows fewer facts than
 * Reddit. Null if unknown. Throws the source's errors. Reddit has no look-up by user id: turn a stored t2_… into its name
 * first.
 */
export async function lookUpUserAt(
  deps: Deps,
  name: string,
): Promise<{ user: FoundUser | null; isFromFallback: boolean }> {
  if (!REDDIT_NAME.test(name)) return { user: null, isFromFallback: false };
  const read = async (source: PostSource) => ({
    user: profileOf(await readProfile(deps, source, name)),
    isFromFallback: isSecondary(deps, source),
  });
  return withFallback(deps, read, ({ user }) => user !== null);
}
