import type { ListingState } from "#schema/api/posts.ts";
import type { CacheEntry } from "#worker/cache/read-through.ts";
import { CallsSpent } from "#worker/call-budget/visitor.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { Profile } from "#normalise/profile.ts";
import type { Removed } from "#worker/removals/removed.rules.ts";
import { positionAfter, resumeAt, type Batch, type ListingPosition } from "./batch.ts";
import { inheritedAfter, readBatch, type Listing } from "./load-batch.ts";
import { sliceBatch, type PageItem, type Range, type ReadBatch } from "./slice.ts";
import { storeTail, withoutExpiredTail, withoutTail } from "./tail.ts";

/** The content of a cursor: where the next page begins, and the last post shown. */
export interface CursorContent {
  position: ListingPosition;
  last: { id: string; created: number } | null;
  /** Posts shown so far. */
  served: number;
  /** Epoch milliseconds at which the source last showed the creator's posts; only the archive's pages ask for it. */
  judgedAt: number;
}

/** null: the page is the first one. */
type Resume = CursorContent | null;

export interface ListingPage {
  items: PageItem[];
  next: ListingPosition | null;
  /** Posts known and not yet shown, this page's included. */
  known: number;
  state: ListingState;
  profile: Profile | null;
  isStale: boolean;
  /** The listing ends here, and was full: the archive can have older posts. */
  isCut: boolean;
  /** false: posts of the archive, and Reddit was not asked which of them are deleted. */
  isChecked: boolean;
  fetchedAt: number;
  place: PagePlace;
}

/** Where a page was taken from. */
interface PagePlace {
  /** The first batch of the page; its only one unless `runsOn`. */
  entry: CacheEntry<Batch>;
  from: string;
  start: number;
  runsOn: boolean;
}

/** Ends the walk at a source that keeps naming another, empty batch. */
const MAX_BATCHES_PER_PAGE = 12;

/**
 * Past the visitor's budget the first page shows what is cached, be it no post. A page after it would be the same page
 * again.
 */
const showsCached = (error: unknown, isFirstPage: boolean): boolean =>
  isFirstPage && error instanceof AppError && error.code === "search.too_many";

/**
 * null: the page ends early, because no upstream call is left for it, or because a later batch failed; then the call
 * for the next page gets the error.
 */
async function readFollowing(
  deps: Deps,
  listing: Listing,
  from: string,
  previous: ReadBatch,
  { hasItems, isFirstPage }: { hasItems: boolean; isFirstPage: boolean },
): Promise<ReadBatch | null> {
  try {
    const inherited = inheritedAfter(previous.entry.value, from);
    return { ...(await readBatch(deps, listing, from, inherited)), from };
  } catch (error) {
    if (error instanceof CallsSpent || showsCached(error, isFirstPage)) return null;
    if (hasItems && error instanceof AppError) return null;
    throw error;
  }
}

interface Gathered {
  items: PageItem[];
  taken: PageItem[];
  next: ListingPosition | null;
  /** Posts of the last batch that this page leaves for the next one. */
  left: number;
  isStale: boolean;
  isCut: boolean;
  isChecked: boolean;
  goodUntil: number;
  runsOn: boolean;
  /** `taken` goes on where the first batch ends: no post was left out because an earlier page had shown it. */
  isGapless: boolean;
}

/** What a page takes of a later batch. New posts push the last ones that were shown into it. */
function sliceFollowing(
  read: ReadBatch,
  { next, taken, resume }: Pick<Gathered, "taken"> & { next: ListingPosition; resume: Resume },
  isByTime: boolean,
  room: Pick<Range, "limit" | "removed">,
) {
  const { entry, from } = read;
  const own = withoutTail(entry.value);
  const brief = taken.at(-1)?.brief;
  const last = brief ? { id: brief[0], created: brief[2] } : (resume?.last ?? null);
  // The tail of the first batch may already have reached into this one.
  const place = next.from === from ? next.index : 0;
  const start = brief && place === 0 ? 0 : resumeAt(own, place, last, isByTime);
  const slice = sliceBatch(read, { ...room, start, until: own.lines.length });
  return { ...slice, next: positionAfter(from, own, slice.end), isGapless: start === place };
}

/** The posts of one page, from as many batches as it takes. */
async function gatherItems(
  deps: Deps,
  listing: Listing,
  first: ReadBatch,
  { start, limit, removed, resume }: Omit<Range, "until"> & { resume: Resume },
): Promise<Gathered> {
  const { head, lines } = first.entry.value;
  const range = { start, until: lines.length, limit, removed };
  const { items, taken, ...rest } = sliceBatch(first, range);
  let isGapless = start <= head.own;
  let read = first;
  let next = positionAfter(first.from, first.entry.value, rest.end);
  let { left } = rest;
  const reads = [first];
  const visited = new Set([first.from]);
  while (items.length < limit && next && visited.size < MAX_BATCHES_PER_PAGE) {
    const from = batchOf(read, next);
    if (from === null || visited.has(from)) {
      next = from === null ? next : null;
      break;
    }
    const part = { hasItems: items.length > 0, isFirstPage: resume === null };
    const following = await readFollowing(deps, listing, from, read, part);
    if (!following) break;
    visited.add(from);
    read = following;
    reads.push(following);
    const room = { limit: limit - items.length, removed };
    const more = sliceFollowing(read, { next, taken, resume }, listing.sort === "new", room);
    items.push(...more.items);
    taken.push(...more.taken);
    isGapless &&= more.isGapless;
    ({ next, left } = more);
  }
  const isCut = next === null && isLastCut(read, first);
  const runsOn = read !== first;
  return { items, taken, next, left, isCut, ...stateOf(listing, reads), runsOn, isGapless };
}

const stateOf = ({ source }: Listing, reads: ReadBatch[]) => ({
  isStale: reads.some((read) => read.isStale),
  // A first batch does not say it: Reddit's holds what Reddit has, and about the archive's Reddit was not asked.
  isChecked: reads.every(({ entry }) => entry.value.head.isChecked ?? source.name !== "archive"),
  goodUntil: Math.min(...reads.map(({ entry }) => entry.goodUntil)),
});

/** Whether the batch in which the page ends was cut off: the last one read, or that of the first one's tail. */
function isLastCut(last: ReadBatch, first: ReadBatch): boolean {
  const { head } = last.entry.value;
  const { isCut } = last === first && head.tail.length > 0 ? { isCut: head.tailIsCut } : head;
  return isCut ?? false;
}

/** The batch that `next` lies in; where it is the end of the batch just read, the one after it. */
function batchOf(read: ReadBatch, next: ListingPosition): string | null {
  return next.from === read.from ? read.entry.value.head.next : next.from;
}

/** One page of a listing: from the beginning, or from where a cursor points. */
export async function readListingPage(
  deps: Deps,
  listing: Listing,
  resume: CursorContent | null,
  limit: number,
  removed: Removed,
): Promise<ListingPage> {
  const from = resume?.position.from ?? "";
  const read = { ...(await readBatch(deps, listing, from, null)), from };
  const first = withoutExpiredTail(deps, read);
  const { head } = first.entry.value;
  const start = resume
    ? resumeAt(first.entry.value, resume.position.index, resume.last, listing.sort === "new")
    : 0;
  const page = await gatherItems(deps, listing, first, { start, limit, removed, resume });
  const { items, taken, next, left, isStale, isCut, isChecked, runsOn } = page;
  if (page.isGapless) storeTail(deps, listing, first, taken, page);
  return {
    items,
    next,
    known: items.length + left,
    state: head.state,
    profile: head.profile,
    isStale,
    isCut,
    isChecked,
    fetchedAt: first.entry.fetchedAt,
    place: { entry: first.entry, from, start, runsOn },
  };
}
