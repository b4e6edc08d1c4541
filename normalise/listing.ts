import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { isReadable, normalisePost, repostOf, type NormalisedPost } from "./post.ts";
import { record, type Json } from "./read.ts";

export interface NormalisedListing {
  posts: NormalisedPost[];
  /** Number of unreadable entries, without posts that have no media. */
  dropped: number;
}

/** Accepts `{ kind: "t3", data }` from Reddit and bare data from the archive. */
export function postData(child: unknown): Json | null {
  const found = record(child);
  if (!found) return null;
  if (!("kind" in found) && !("data" in found)) return found;
  return found.kind === "t3" || found.kind === undefined ? record(found.data) : null;
}

function readOne(
  child: unknown,
  now: number,
  owner: string | null,
): NormalisedPost | "unreadable" | null {
  const data = postData(child);
  if (!data) return record(child)?.kind === "t1" ? null : "unreadable";
  try {
    return normalisePost(data, now, owner) ?? (isReadable(data) ? null : "unreadable");
  } catch {
    return "unreadable";
  }
}

/**
 * Merges posts with the same media into the first one, which names the others' communities. It gets the marks of all,
 * because the order decides which post is first.
 */
function mergeReposts(posts: NormalisedPost[]): NormalisedPost[] {
  const first = new Map<string, NormalisedPost>();
  const ids = new Set<string>();
  for (const one of posts) {
    if (ids.has(one.post.id)) continue;
    ids.add(one.post.id);
    const shown = first.get(one.key);
    if (!shown) {
      first.set(one.key, one);
      continue;
    }
    shown.repostIds.push(one.post.id);
    const isNew = ({ id, author }: CrosspostOrigin) =>
      !shown.origins.some((other) => other.id === id && other.author === author);
    shown.origins.push(...one.origins.filter(isNew));
    const { isNsfw, isSpoiler } = one.post;
    const repost = repostOf(one.post);
    const { subreddit, permalink, redditUrl } = repost;
    const { alsoIn } = shown.post;
    shown.post.isNsfw ||= isNsfw;
    shown.post.nsfw ||= isNsfw;
    shown.post.isSpoiler ||= isSpoiler;
    const isSame = (other: { subreddit: string }) =>
      other.subreddit.toLowerCase() === subreddit.toLowerCase();
    if ([shown.post, ...alsoIn].some(isSame)) continue;
    alsoIn.push({ subreddit, permalink, redditUrl });
    shown.reposts.push(repost);
  }
  return [...first.values()];
}

/** Drops and counts unreadable posts. */
export function normaliseListing(
  children: unknown[],
  now: number,
  owner: string | null = null,
): NormalisedListing {
  const posts: NormalisedPost[] = [];
  let dropped = 0;
  for (const child of children) {
    const found = readOne(child, now, owner);
    if (found === "unreadable") dropped += 1;
    else if (found) posts.push(found);
  }
  return { posts: mergeReposts(posts), dropped };
}
