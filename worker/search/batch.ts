import type { ListingState } from "#schema/api/search.ts";
import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { parseJson } from "#schema/parse-json.ts";
import { isStoredPost } from "#worker/cache/stored-post.ts";
import { asciiJson } from "#worker/lib/ascii-json.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import type { NormalisedPost, Repost, StoredPost } from "#normalise/post.ts";
import type { Profile } from "#normalise/profile.ts";

/** `from`: the upstream cursor of a batch; `index`: a post in that batch. */
export interface ListingPosition {
  from: string;
  index: number;
}

/** `created`: epoch seconds. */
export interface ListedPost {
  id: string;
  created: number;
}

/** The fields of a post that a walk needs without parsing its line. `created`: epoch seconds. */
export type Brief = [
  id: string,
  community: string,
  created: number,
  repostIds?: string[],
  origins?: CrosspostOrigin[],
  reposts?: Repost[],
];

const briefOf = ({ post, repostIds, origins, reposts }: NormalisedPost): Brief => {
  const community = post.subreddit.toLowerCase();
  if (reposts.length > 0) return [post.id, community, post.created, repostIds, origins, reposts];
  if (origins.length > 0) return [post.id, community, post.created, repostIds, origins];
  if (repostIds.length === 0) return [post.id, community, post.created];
  return [post.id, community, post.created, repostIds];
};

/** The cached form of an upstream batch. Each post is a line of JSON, so that a page parses only its own posts. */
export interface Batch {
  head: BatchHead;
  lines: string[];
}

export interface BatchHead {
  state: ListingState;
  /** null if the profile could not be read. */
  profile: Profile | null;
  /** Where the next batch begins; null at the end. */
  next: string | null;
  /** 1 for the first batch of the listing; absent if the batches before it are not known. */
  number?: number | undefined;
  /** The last batch, at a place where Reddit cuts listings off: after about a thousand posts. */
  isCut?: boolean;
  /** Of a cut batch: its last post, with media or not. */
  cutAfter?: ListedPost | undefined;
  /** false: posts of the archive, some of which may be deleted at Reddit. */
  isChecked?: boolean;
  /** The number of lines that belong to this batch; the others are the tail. */
  own: number;
  briefs: Brief[];
  /** Hashes of media shown in earlier batches, which are not shown again. */
  before: string[];
  media: string[];
  /**
   * The positions of posts from later batches that a page beginning here has needed, and the position after the
   * last one: the next time that page costs one cache read.
   */
  tail: ListingPosition[];
  tailEnd: ListingPosition | null;
  /** Posts left in the tail's last batch. */
  tailLeft?: number | undefined;
  /** `isCut` of the tail's last batch. */
  tailIsCut?: boolean;
  /** No batch follows the tail's last one, and that was not cut off. */
  tailIsLast?: boolean;
  /** The earliest `goodUntil` of the tail's batches. */
  tailGoodUntil?: number | undefined;
}

export const serialiseBatch = ({ head, lines }: Batch): string =>
  [asciiJson(head), ...lines].join("\n");

/** Returns null for another shape: parseBatch() checks the first line of each upstream batch only. */
export function parsePost(line: string): StoredPost | null {
  const post = parseJson(line);
  return isStoredPost(post) ? post : null;
}

export function makeBatch(
  posts: NormalisedPost[],
  facts: Pick<
    BatchHead,
    "state" | "profile" | "next" | "before" | "number" | "isCut" | "cutAfter" | "isChecked"
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

/** The position after `count` lines, own and tail; null at the end of the listing. */
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

/** After the last newer post, not at the first older one: Reddit lists pinned posts of any age first. */
export const indexAfter = ({ briefs }: BatchHead, time: number): number =>
  briefs.findLastIndex(([, , created]) => created > time) + 1;

/**
 * The index where the next page begins. New and deleted posts shift the others, so it searches the last shown post by
 * id, then by time, and falls back to the old index. Among posts of the last one's second the old index decides.
 */
export function resumeAt(
  { head }: Batch,
  index: number,
  last: ListedPost | null,
  isByTime: boolean,
): number {
  const most = Math.min(index, head.own);
  if (!last) return most;
  // It can be in the tail meanwhile, past the batch's own posts.
  if (head.briefs[index - 1]?.[0] === last.id) return index;
  const found = head.briefs.findIndex(([id]) => id === last.id);
  if (found >= 0) return found + 1;
  // At the start of a batch, the last post shown is usually in the batch before.
  if (!isByTime || index === 0) return most;
  // It was deleted, and the posts of its second after it have moved up by one.
  const [begin, end] = [indexAfter(head, last.created), indexAfter(head, last.created - 1)];
  return Math.min(Math.max(index - 1, begin), end);
}
