import type { ProfileState } from "#schema/api/posts.ts";
import { asciiJson } from "#worker/ascii-json.ts";
import { quickHash } from "./hash.ts";
import type { NormalisedPost } from "./normalise/post.ts";
import type { Profile } from "./normalise/profile.ts";

/** A place in a creator's posts: which upstream batch, and how many of its posts are behind. */
export interface Position {
  from: string;
  index: number;
}

/** What a page must know of a post without reading its text: id, community, epoch seconds. */
export type Brief = [id: string, community: string, created: number];

/**
 * One upstream batch as it is kept. Each post is a line of JSON text, so that a page is cut and sent
 * without a parse or a print of the hundred posts around it.
 */
export interface Batch {
  head: BatchHead;
  lines: string[];
}

export interface BatchHead {
  state: ProfileState;
  /** null where the profile could not be read: the name is all there is. */
  profile: Profile | null;
  /** Where the next batch begins; null at the end. */
  next: string | null;
  /** How many lines are this batch's own; the rest is `tail`. */
  own: number;
  briefs: Brief[];
  /** Media of the batches before this one: not shown again. */
  before: string[];
  media: string[];
  /**
   * The first posts of what follows, once a page has needed them: a page that begins in this batch
   * is then found under one key. Where each stands, and where the walk goes on behind the last.
   */
  tail: Position[];
  tailEnd: Position | null;
}

export const printBatch = ({ head, lines }: Batch): string =>
  [asciiJson(head), ...lines].join("\n");

export function parseBatch(text: string): Batch {
  const [head = "", ...lines] = text.split("\n");
  const batch = { head: JSON.parse(head) as BatchHead, lines };
  if (batch.head.briefs.length !== lines.length) throw new Error("not a batch");
  return batch;
}

export function makeBatch(
  posts: NormalisedPost[],
  facts: Pick<BatchHead, "state" | "profile" | "next" | "before">,
): Batch {
  const seen = new Set(facts.before);
  const media: string[] = [];
  const shown = posts.filter(({ key }) => {
    const hash = quickHash(key);
    if (seen.has(hash)) return false;
    media.push(hash);
    return true;
  });
  return {
    head: {
      ...facts,
      media,
      own: shown.length,
      briefs: shown.map(({ post }) => [post.id, post.subreddit.toLowerCase(), post.created]),
      tail: [],
      tailEnd: null,
    },
    lines: shown.map(({ post }) => asciiJson(post)),
  };
}

/** Where the walk stands when `count` of the batch's lines (own and tail) are behind it. */
export function positionAfter(from: string, { head }: Batch, count: number): Position | null {
  const { own, tail, tailEnd, next } = head;
  if (count < own) return { from, index: count };
  if (tail.length === 0) return next === null ? null : { from, index: own };
  return count < own + tail.length ? (tail[count - own] ?? null) : tailEnd;
}

/**
 * The index to go on from. New posts on top move the others down, and deleted ones move them up:
 * the last post shown is looked for first, then its time, and only then its old place counts.
 */
export function resumeAt(
  { head }: Batch,
  index: number,
  last: { id: string; created: number } | null,
  isByTime: boolean,
): number {
  const most = Math.min(index, head.own);
  if (!last || index === 0 || head.briefs[index - 1]?.[0] === last.id) return most;
  const found = head.briefs.findIndex(([id], at) => at < head.own && id === last.id);
  if (found >= 0) return found + 1;
  if (!isByTime) return most;
  const older = head.briefs.findIndex(
    ([, , created], at) => at < head.own && created < last.created,
  );
  return older >= 0 ? older : head.own;
}
