import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-subreddits.service.ts";
import { retryIdempotent } from "#worker/retry.ts";
import {
  lookUpPost,
  lookUpUser,
  mayWorkInBackground,
  recheck,
  type Checked,
  type FoundPost,
  type FoundUser,
} from "#worker/source/lookup.ts";
import {
  readUsername,
  storePost,
  storeUser,
  type PostFacts,
  type UserFacts,
} from "./targets.store.ts";

export interface WantedTarget {
  type: "user" | "post";
  by: "id" | "name";
  value: string;
}

/**
 * Where a source knows only the name. It has the form of Reddit's ids and a length that those are
 * centuries away from, so that whatever takes an id takes this one.
 */
async function standInId(username: string): Promise<string> {
  const name = new TextEncoder().encode(username.toLowerCase());
  const digest = new DataView(await crypto.subtle.digest("SHA-256", name));
  const number = digest.getBigUint64(0) % 36n ** 12n;
  return `t2_z${number.toString(36).padStart(12, "0")}`;
}

export async function userFacts(found: FoundUser): Promise<UserFacts> {
  const { username, title, description, avatarUrl } = found;
  return {
    id: found.id || (await standInId(username)),
    username,
    displayName: title || null,
    description: description || null,
    avatarUrl,
  };
}

export function postFacts({ post }: FoundPost, nsfw: ReadonlySet<string>): PostFacts {
  return { ...post, subredditIsNsfw: nsfw.has(post.subreddit.toLowerCase()) };
}

const there = <T>(checked: Checked<T> | undefined): T | null =>
  checked?.state === "there" ? checked.fresh : null;

/** What was removed here comes back only by the source's own word, never by an older copy of it. */
async function findUser(deps: Deps, name: string, wasRemoved: boolean): Promise<FoundUser | null> {
  if (!wasRemoved) return lookUpUser(deps, name);
  return there((await recheck(deps, { names: [name] })).users.get(name));
}

async function findPost(deps: Deps, id: string, wasRemoved: boolean): Promise<FoundPost | null> {
  if (!wasRemoved) return lookUpPost(deps, id);
  return there((await recheck(deps, { postIds: [id] })).posts.get(id));
}

async function bringInUser(
  deps: Deps,
  { by, value }: WantedTarget,
  wasRemoved: boolean,
): Promise<string | null> {
  // Reddit finds nobody by id; one that is stored (and removed) has a name to ask for.
  const name = by === "name" ? value : await readUsername(deps.d1, value);
  const found = name === null ? null : await findUser(deps, name, wasRemoved);
  if (!found || found.isSuspended) return null;
  const facts = await userFacts(found);
  return retryIdempotent(deps.clock, () => storeUser(deps.d1, facts, deps.clock.now()));
}

/** Nobody waits for the owner's picture: it is there when the post is next shown. */
async function completeOwner(deps: Deps, username: string): Promise<void> {
  try {
    if (!(await mayWorkInBackground(deps))) return;
    const found = await lookUpUser(deps, username);
    if (found) await storeUser(deps.d1, await userFacts(found), deps.clock.now());
  } catch (error) {
    log("warn", "owner_profile", errorFields(error));
  }
}

async function bringInPost(deps: Deps, id: string, wasRemoved: boolean): Promise<string | null> {
  const [found, nsfw] = await Promise.all([findPost(deps, id, wasRemoved), nsfwNames(deps)]);
  if (!found) return null;
  const post = postFacts(found, nsfw);
  const ownerId = found.authorId ?? (await standInId(post.username));
  const isNewOwner = await retryIdempotent(deps.clock, () =>
    storePost(deps.d1, post, ownerId, deps.clock.now()),
  );
  if (isNewOwner) deps.waitUntil(completeOwner(deps, post.username));
  return post.id;
}

/**
 * Fetches the target from the source and stores it; its stored id, or null where it is not there.
 * One that was removed and is back at the source is back here.
 */
export function bringIn(
  deps: Deps,
  target: WantedTarget,
  wasRemoved: boolean,
): Promise<string | null> {
  return target.type === "user"
    ? bringInUser(deps, target, wasRemoved)
    : bringInPost(deps, target.value, wasRemoved);
}
