import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { isDeletedAtSource, isReadable, normalisePost, type NormalisedPost } from "./post.ts";
import { record, type Json } from "./read.ts";

export interface NormalisedListing {
  posts: NormalisedPost[];
  /** Entries that are no readable post; posts without media are not counted. */
  dropped: number;
}

/** A listing's child: `{ kind: "t3", data }` at Reddit, the data alone in the archive. */
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
  if (isDeletedAtSource(data)) return null;
  try {
    return normalisePost(data, now, owner) ?? (isReadable(data) ? null : "unreadable");
  } catch {
    return "unreadable";
  }
}

/**
 * Names further communities of the same media on its first post instead of repeating it. That one has the marks of all:
 * which of them is first depends on the order.
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
    const { subreddit, permalink, redditUrl, isNsfw, isSpoiler } = one.post;
    const { alsoIn } = shown.post;
    shown.post.isNsfw ||= isNsfw;
    shown.post.nsfw ||= isNsfw;
    shown.post.isSpoiler ||= isSpoiler;
    const known = [shown.post.subreddit, ...alsoIn.map((other) => other.subreddit)];
    if (!known.includes(subreddit)) alsoIn.push({ subreddit, permalink, redditUrl });
  }
  return [...first.values()];
}

/** An unreadable post is dropped and counted; the others stay. */
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
