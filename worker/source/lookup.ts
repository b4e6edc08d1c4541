import type { SourceName } from "#schema/api/posts.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { FRESH_MS, KEEP_MS, NEGATIVE_MS, readThrough, type CacheSpec } from "./cache.ts";
import { profileSpec, readProfile, type KnownProfile } from "./creator.ts";
import { withFallback } from "./fallback.ts";
import { normalisePost, postId, isRemoved, type StoredPost } from "./normalise/post.ts";
import { postData } from "./normalise/listing.ts";
import type { Profile } from "./normalise/profile.ts";
import type { Json } from "./normalise/read.ts";
import { withMediaAt } from "./media-address.ts";
import { openSource, primaryName } from "./open.ts";
import type { PostSource } from "./port.ts";
import { leavesRoomInBackground } from "./quota.ts";
import { ANSWER_MS } from "./upstream.ts";

/** A media post as it may be stored: all of `Post` but what our own database and settings add. */
export interface FoundPost {
  post: StoredPost;
  /** The author's id with its prefix, t2_…; null where the source does not say it. */
  authorId: string | null;
  /** Epoch milliseconds after which an address in it stops working; null: never. */
  expiresAt: number | null;
}

/** Username as Reddit writes it. `isSuspended` ones have little else. */
export type FoundUser = Profile;

export type Checked<T> =
  /** Still there; `fresh` is null where it is there but is no media post any more. */
  | { state: "there"; fresh: T | null }
  | { state: "deleted" }
  /** The source was asked and did not answer, or was not asked for want of quota: no news. */
  | { state: "unknown" };

export interface Recheck {
  /** By id, as given. */
  posts: Map<string, Checked<FoundPost>>;
  /** By name, as given. */
  users: Map<string, Checked<FoundUser>>;
}

/** One info call takes a hundred; a user costs a call each. */
const MOST_POSTS = 100;
const MOST_USERS = 25;
const MOST_SILENCES = 3;

const withPrefix = (id: string) => (id.startsWith("t3_") ? id : `t3_${id}`);

function foundPost(data: Json, source: PostSource, now: number): FoundPost | null {
  const found = normalisePost(data, now);
  if (!found) return null;
  const { post, authorId, expiresAt } = withMediaAt(found, source);
  return { post, authorId, expiresAt };
}

async function postsById(source: PostSource, ids: string[]): Promise<Map<string, Json>> {
  const byId = new Map<string, Json>();
  for (const child of await source.posts(ids)) {
    const data = postData(child);
    const id = data && postId(data);
    if (id) byId.set(id, data);
  }
  return byId;
}

const asText = <T>(value: T): string => JSON.stringify(value);

function postSpec(deps: Deps, name: SourceName, fullId: string): CacheSpec<FoundPost | null> {
  const source = openSource(deps, name);
  return {
    key: `post:v1:${source.scope}:${fullId}`,
    print: asText,
    parse: (text) => JSON.parse(text) as FoundPost | null,
    mayRefresh: (age) => leavesRoomInBackground(deps, source.scope, age),
    load: async () => {
      const data = (await postsById(source, [fullId])).get(fullId);
      const now = deps.clock.now();
      const value = data ? foundPost(data, source, now) : null;
      if (!value) return { value, freshMs: NEGATIVE_MS, goodUntil: now + NEGATIVE_MS };
      const end = value.expiresAt ?? Number.POSITIVE_INFINITY;
      return { value, freshMs: FRESH_MS, goodUntil: Math.min(now + KEEP_MS, end) };
    },
  };
}

/**
 * A media post by its id, prefix or not, from the cache or the source; null: unknown, removed or
 * not media. Throws the source's errors.
 */
export async function lookUpPost(deps: Deps, id: string): Promise<FoundPost | null> {
  const read = async (source: SourceName) =>
    (await readThrough(deps, postSpec(deps, source, withPrefix(id)))).entry.value;
  return withFallback(deps, read, (found) => found !== null);
}

const question = (deps: Deps, source: SourceName, username: string) => ({
  source,
  username,
  deadline: deps.clock.now() + ANSWER_MS,
});

function userFrom(known: KnownProfile): FoundUser | null {
  if (known.state === "ok") return known.profile;
  if (known.state === "missing") return null;
  throw new AppError("reddit.unavailable");
}

/**
 * A user by name, case-insensitive, from the cache or the source; null: unknown. Throws the source's
 * errors. Reddit finds nobody by id, so a stored t2_… has to be turned into its name first.
 */
export async function lookUpUser(deps: Deps, name: string): Promise<FoundUser | null> {
  if (!REDDIT_NAME.test(name)) return null;
  const read = async (source: SourceName) =>
    userFrom(await readProfile(deps, question(deps, source, name)));
  return withFallback(deps, read, (found) => found !== null);
}

/** Whether there is quota to spare for work nobody waits for. */
export function mayWorkInBackground(deps: Deps): Promise<boolean> {
  return leavesRoomInBackground(deps, openSource(deps, primaryName(deps)).scope);
}

async function recheckPosts(deps: Deps, ids: string[]): Promise<Map<string, Checked<FoundPost>>> {
  const results = new Map<string, Checked<FoundPost>>(
    ids.map((id) => [id, { state: "unknown" as const }]),
  );
  const asked = ids.slice(0, MOST_POSTS);
  if (asked.length === 0 || !(await mayWorkInBackground(deps))) return results;
  const source = openSource(deps, primaryName(deps));
  const found = await postsById(source, asked.map(withPrefix)).catch(() => null);
  if (!found) return results;
  const now = deps.clock.now();
  for (const id of asked) {
    const data = found.get(withPrefix(id));
    if (data) {
      const isGone = isRemoved(data);
      results.set(
        id,
        isGone ? { state: "deleted" } : { state: "there", fresh: foundPost(data, source, now) },
      );
    } else if (source.leavesOutOnlyDeleted) results.set(id, { state: "deleted" });
  }
  return results;
}

async function recheckUser(deps: Deps, name: string): Promise<Checked<FoundUser>> {
  if (!(await mayWorkInBackground(deps))) return { state: "unknown" };
  try {
    // A re-check is about now: the cache has no say in it.
    const { value } = await profileSpec(deps, question(deps, primaryName(deps), name)).load(null);
    const fresh = userFrom(value);
    if (fresh) return { state: "there", fresh };
    const { leavesOutOnlyDeleted } = openSource(deps, primaryName(deps));
    return { state: leavesOutOnlyDeleted ? "deleted" : "unknown" };
  } catch {
    return { state: "unknown" };
  }
}

/** A source that is silent several times running is not asked about the rest. */
async function recheckUsers(deps: Deps, names: string[]): Promise<Recheck["users"]> {
  const users: Recheck["users"] = new Map(names.map((name) => [name, { state: "unknown" }]));
  let silences = 0;
  for (const name of names.slice(0, MOST_USERS)) {
    const checked = await recheckUser(deps, name);
    users.set(name, checked);
    silences = checked.state === "unknown" ? silences + 1 : 0;
    if (silences === MOST_SILENCES) break;
  }
  return users;
}

/**
 * Asks the source again about what is stored: at most 100 posts and 25 users a call, the rest
 * comes back unknown. Never throws, and never takes a silent source for a deletion.
 */
export async function recheck(
  deps: Deps,
  { postIds = [], names = [] }: { postIds?: string[]; names?: string[] },
): Promise<Recheck> {
  const posts = await recheckPosts(deps, postIds).catch(
    () => new Map(postIds.map((id) => [id, { state: "unknown" as const }])),
  );
  return { posts, users: await recheckUsers(deps, names) };
}
