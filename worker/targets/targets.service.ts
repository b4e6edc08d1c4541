import { isInAdultCommunity } from "#schema/adult-community.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { retryIdempotent } from "#worker/database/retry.ts";
import { readUsername } from "#worker/database/username.store.ts";
import type { Target } from "./target.ts";
import {
  lookUpPost,
  lookUpUserAt,
  type FoundPost,
  type FoundUser,
  type IsRemoved,
} from "#worker/lookup/look-up.ts";
import {
  msUntilBackgroundCall,
  recheckPost,
  recheckUser,
  type Checked,
} from "#worker/lookup/check-source.ts";
import { keepsDeleted, openMainSource } from "#worker/source/open.ts";
import {
  isUserGone,
  storePost,
  storeUser,
  type PostFacts,
  type Provenance,
  type UserFacts,
} from "./targets.store.ts";

/**
 * A made-up id, derived from the name, for a user of whom the source knows only the name. It is a valid Reddit id, but
 * 13 characters long; real ones have at most 7 today.
 */
async function standInId(username: string): Promise<string> {
  const name = new TextEncoder().encode(username.toLowerCase());
  const digest = new DataView(await crypto.subtle.digest("SHA-256", name));
  const number = digest.getBigUint64(0) % 36n ** 12n;
  return `t2_z${number.toString(36).padStart(12, "0")}`;
}

export const profileFacts = ({
  username,
  title,
  description,
  avatarUrl,
}: FoundUser): Omit<UserFacts, "id"> => ({
  username,
  displayName: title || null,
  description: description || null,
  avatarUrl,
});

export const userFacts = async (found: FoundUser): Promise<UserFacts> => ({
  id: found.id || (await standInId(found.username)),
  ...profileFacts(found),
});

export function postFacts({ post, origins }: FoundPost, nsfw: ReadonlySet<string>): PostFacts {
  const subredditIsNsfw = isInAdultCommunity(post, origins, nsfw);
  return { ...post, subredditIsNsfw, origins: origins?.length ? origins : null };
}

function provenanceOf(deps: Deps, isFromFallback = false): Provenance {
  const time = deps.clock.now();
  if (isFromFallback) return { origin: "fallback", time };
  return { origin: keepsDeleted(openMainSource(deps)) ? "archive" : "source", time };
}

/** A source that failed or was not asked has not said that the target is gone. */
function freshOf<T>(checked: Checked<T>): T | null {
  if (checked.state === "unknown" && checked.failure) throw checked.failure;
  if (checked.state === "not_asked") throw checked.refusal;
  return checked.state === "there" ? checked.fresh : null;
}

/** A target that was deleted at the source bypasses the cache: an older entry must not restore it. */
async function findUser(
  deps: Deps,
  name: string,
  wasDeletedAtSource: boolean,
): ReturnType<typeof lookUpUserAt> {
  if (!wasDeletedAtSource) return lookUpUserAt(deps, name);
  return { user: freshOf(await recheckUser(deps, name)), isFromFallback: false };
}

async function findPost(
  deps: Deps,
  id: string,
  wasDeletedAtSource: boolean,
  isRemoved: IsRemoved,
): Promise<FoundPost | null> {
  if (!wasDeletedAtSource) return lookUpPost(deps, id, isRemoved);
  return freshOf(await recheckPost(deps, id));
}

const refuseRemoved = (cause?: unknown): never => {
  throw new AppError("hearts.removed", { cause });
};

/** A post removed at request is neither fetched nor stored. */
async function findShownPost(
  deps: Deps,
  id: string,
  wasDeletedAtSource: boolean,
): Promise<FoundPost | null> {
  const removed = await currentRemovals(deps);
  if (removed.hasPost(id)) refuseRemoved();
  const found = await findPost(deps, id, wasDeletedAtSource, removed.hidesFound).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "posts.removed") refuseRemoved(error);
      throw error;
    },
  );
  if (found && removed.hidesFound(found)) refuseRemoved();
  return found;
}

async function storeUserFromSource(
  deps: Deps,
  { by, value }: Target,
  wasDeletedAtSource: boolean,
): Promise<string | null> {
  // Reddit has no look-up by user id, but a stored user, even an emptied one, has a name.
  const name = by === "name" ? value : await readUsername(deps.db, value);
  if (name !== null && (await currentRemovals(deps)).hasUser(name)) refuseRemoved();
  if (name === null) return null;
  const { user, isFromFallback } = await findUser(deps, name, wasDeletedAtSource);
  if (!user) return null;
  if (user.isSuspended) throw new AppError("hearts.target_suspended");
  const facts = await userFacts(user);
  return retryIdempotent(deps.clock, () =>
    storeUser(deps.db, facts, provenanceOf(deps, isFromFallback)),
  );
}

/** Runs in the background; the owner's picture is shown with the post's next view. */
async function completeOwner(deps: Deps, username: string): Promise<void> {
  try {
    if ((await msUntilBackgroundCall(deps)) > 0) return;
    const { user, isFromFallback } = await lookUpUserAt(deps, username);
    if (!user || isFromFallback) return;
    await storeUser(deps.db, await userFacts(user), provenanceOf(deps));
  } catch (error) {
    log("warn", "owner_profile", errorFields(error));
  }
}

const ownerIdOf = async ({ authorId, post }: FoundPost): Promise<string> =>
  authorId ?? (await standInId(post.username));

/** Returns the post's id. `nsfw`: the adult communities. */
export async function storeFoundPost(
  deps: Deps,
  found: FoundPost,
  nsfw: ReadonlySet<string>,
): Promise<string> {
  const post = postFacts(found, nsfw);
  const ownerId = await ownerIdOf(found);
  const isNewOwner = await retryIdempotent(deps.clock, () =>
    storePost(deps.db, post, ownerId, provenanceOf(deps, found.isFromFallback)),
  );
  if (isNewOwner) deps.waitUntil(completeOwner(deps, post.username));
  return post.id;
}

/** The archive has posts of accounts that were deleted at Reddit, under their names. */
async function isOfGoneUser(deps: Deps, found: FoundPost): Promise<boolean> {
  if (provenanceOf(deps, found.isFromFallback).origin === "source") return false;
  const ownerId = await ownerIdOf(found);
  return retryIdempotent(deps.clock, () => isUserGone(deps.db, found.post.username, ownerId));
}

async function storePostFromSource(
  deps: Deps,
  id: string,
  wasDeletedAtSource: boolean,
): Promise<string | null> {
  const [found, nsfw] = await Promise.all([
    findShownPost(deps, id, wasDeletedAtSource),
    nsfwNames(deps),
  ]);
  if (!found || (await isOfGoneUser(deps, found))) return null;
  return storeFoundPost(deps, found, nsfw);
}

/**
 * Fetches the target from the source and stores it, or restores it if it was emptied. Returns its stored id, or null if
 * the source does not have it; throws for a suspended user and for a target removed at request. The archive is not asked
 * about a target that was deleted: it still has its copy.
 */
export async function storeFromSource(
  deps: Deps,
  target: Target,
  wasDeletedAtSource: boolean,
): Promise<string | null> {
  if (wasDeletedAtSource && keepsDeleted(openMainSource(deps))) return null;
  return target.type === "user"
    ? storeUserFromSource(deps, target, wasDeletedAtSource)
    : storePostFromSource(deps, target.value, wasDeletedAtSource);
}
