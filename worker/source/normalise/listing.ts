import { isRemoved, normalisePost, postId, type NormalisedPost } from "./post.ts";
import { record, type Json } from "./read.ts";

export interface NormalisedListing {
  posts: NormalisedPost[];
  /** Entries that could not be read as a post at all, as against posts without media. */
  dropped: number;
}

/** A listing's child: `{ kind: "t3", data }` at Reddit, the data alone in the archive. */
export function postData(child: unknown): Json | null {
  const found = record(child);
  if (!found) return null;
  if (!("kind" in found) && !("data" in found)) return found;
  return found.kind === "t3" || found.kind === undefined ? record(found.data) : null;
}

/** Longest name or title anything of ours stores or shows. */
const LONGEST_TITLE = 1000;
const LONGEST_NAME = 100;

function readOne(
  child: unknown,
  now: number,
  owner: string | null,
): NormalisedPost | "unreadable" | null {
  const data = postData(child);
  if (!data) return record(child)?.kind === "t1" ? null : "unreadable";
  if (isRemoved(data)) return null;
  try {
    const found = normalisePost(data, now, owner);
    if (!found) return postId(data) ? null : "unreadable";
    const { post } = found;
    if (post.author.length > LONGEST_NAME || post.subreddit.length > LONGEST_NAME)
      return "unreadable";
    return { ...found, post: { ...post, title: post.title.slice(0, LONGEST_TITLE) } };
  } catch {
    return "unreadable";
  }
}

/** The same media in another community is named on the first post instead of being shown again. */
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
    const { subreddit, permalink, redditUrl } = one.post;
    const { alsoIn } = shown.post;
    const known = [shown.post.subreddit, ...alsoIn.map((other) => other.subreddit)];
    if (!known.includes(subreddit)) alsoIn.push({ subreddit, permalink, redditUrl });
  }
  return [...first.values()];
}

/** One bad post is dropped and counted, never the page. */
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
