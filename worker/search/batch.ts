import type { ListingState } from "#schema/api/posts.ts";
import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { asciiJson } from "#worker/ascii-json.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import type { NormalisedPost, StoredPost } from "#normalise/post.ts";
import type { Profile } from "#normalise/profile.ts";

/** A place in a listing: a batch by its upstream cursor, and how many of its posts come before. */
export interface ListingPosition {
  from: string;
  index: number;
}

/**
 * What the walk needs of every post of a batch without parsing it: id, community, epoch seconds, merged posts, and
 * what it was crossposted from.
 */
export type Brief = [
  id: string,
  community: string,
  created: number,
  repostIds?: string[],
  origins?: CrosspostOrigin[],
];

const briefOf = ({ post, repostIds, origins }: NormalisedPost): Brief => {
  const community = post.subreddit.toLowerCase();
  if (origins.length > 0) return [post.id, community, post.created, repostIds, origins];
  if (repostIds.length === 0) return [post.id, community, post.created];
  return [post.id, community, post.created, repostIds];
};

/** One upstream batch as it is cached. Each post is a line of JSON, so that a page parses only its own posts. */
export interface Batch {
  head: BatchHead;
  lines: string[];
}

export interface BatchHead {
  state: ListingState;
  /** null where the profile could not be read. */
  profile: Profile | null;
  /** Where the next batch begins; null at the end. */
  next: string | null;
  /** 1 for the first batch of the listing; absent where the batches before it are not known. */
  number?: number | undefined;
  /** Reddit ends a listing after about a thousand posts: this is its last batch, and a full one. */
  isCut?: boolean;
  /** false: the archive's posts, of which some may be deleted at Reddit. */
  isChecked?: boolean;
  /** The number of lines that are this batch's own; the rest is `tail`. */
  own: number;
  briefs: Brief[];
  /** Hashes of the media of earlier batches, which are not shown again. */
  before: string[];
  media: string[];
  /**
   * The places of posts from later batches that a page beginning in this batch has needed, and the place after
   * the last of them: the next time that page is one read.
   */
  tail: ListingPosition[];
  tailEnd: ListingPosition | null;
  /** `isCut` of the batch in which the tail ends. */
  tailIsCut?: boolean;
  /** The earliest `goodUntil` of the batches that the tail is from. */
  tailGoodUntil?: number | undefined;
}

export const printBatch = ({ head, lines }: Batch): string =>
  [asciiJson(head), ...lines].join("\n");

export function parseBatch(text: string): Batch {
  const [head = "", ...lines] = text.split("\n");
  const batch = { head: JSON.parse(head) as BatchHead, lines };
  if (batch.head.briefs.length !== lines.length) throw new Error("not a batch");
  return batch;
}

/** The line was written by makeBatch: the key's version keeps other shapes out. */
export const parsePost = (line: string): StoredPost => JSON.parse(line) as StoredPost;

export function makeBatch(
  posts: NormalisedPost[],
  facts: Pick<
    BatchHead,
    "state" | "profile" | "next" | "before" | "number" | "isCut" | "isChecked"
  >,
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
      briefs: shown.map(briefOf),
      tail: [],
      tailEnd: null,
    },
    lines: shown.map(({ post }) => asciiJson(post)),
  };
}

/** The place after the first `count` lines of the batch, own and tail; null at the end of the listing. */
export function positionAfter(
  from: string,
  { head }: Batch,
  count: number,
): ListingPosition | null {
  const { own, tail, tailEnd, next } = head;
  if (count < own) return { from, index: count };
  if (tail.length === 0) return next === null ? null : { from, index: own };
  return count < own + tail.length ? (tail[count - own] ?? null) : tailEnd;
}

/**
 * The index to continue at. New posts move the others down and deleted ones move them up, so the last post shown is
 * looked for by its id, then by its time, and only then its old index counts.
 */
export function resumeAt(
  { head }: Batch,
  index: number,
  last: { id: string; created: number } | null,
  isByTime: boolean,
): number {
  const most = Math.min(index, head.own);
  if (!last || head.briefs[index - 1]?.[0] === last.id) return most;
  const found = head.briefs.findIndex(([id]) => id === last.id);
  if (found >= 0) return found + 1;
  // Where a batch begins, the last post shown is usually in the one before.
  if (!isByTime || index === 0) return most;
  const older = head.briefs.findIndex(([, , created]) => created < last.created);
  return older >= 0 ? older : head.briefs.length;
}
