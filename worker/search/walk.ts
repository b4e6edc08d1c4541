import type { ListingState } from "#schema/api/search.ts";
import type { CacheEntry } from "#worker/cache/entry-store.ts";
import { CallsSpent } from "#worker/visitor-budget/visitor-budget.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { Profile } from "#normalise/profile.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import {
  indexAfter,
  positionAfter,
  resumeAt,
  type Batch,
  type ListedPost,
  type ListingPosition,
} from "./batch.ts";
import type { CursorContent } from "./cursor.ts";
import { inheritedAfter, readBatch, type Listing } from "./load-batch.ts";
import { sliceBatch, type PageItem, type Range, type BatchRead } from "./slice.ts";
import { storeTail, withoutExpiredTail, withoutTail } from "./tail.ts";

/** null for the first page. */
type Resume = CursorContent | null;

export interface ListingPage {
  items: PageItem[];
  next: ListingPosition | null;
  /** Known posts from this page's first one on. */
  known: number;
  state: ListingState;
  profile: Profile | null;
  isStale: boolean;
  /** The listing ends where Reddit cuts listings off: the archive can have older posts. */
  isCut: boolean;
  /** No batch follows those whose posts `known` counts, and the last one was not cut off. */
  isLast: boolean;
  /** The last post before the cut, for a listing without a shown one. */
  cutAfter?: ListedPost | undefined;
  /** false: posts of the archive that were not checked at Reddit. */
  isChecked: boolean;
  fetchedAt: number;
  place: PagePlace;
}

interface PagePlace {
  /** The page's first batch, and the only one unless `runsOn`. */
  entry: CacheEntry<Batch>;
  from: string;
  start: number;
  runsOn: boolean;
}

/** Ends a walk through endless empty batches. */
const MAX_BATCHES_PER_PAGE = 12;

/**
 * Past the visitor's budget the first page shows its cached posts, even if there are none. A later page is an error
 * instead, because its empty answer would repeat.
 */
const showsCached = (error: unknown, isFirstPage: boolean): boolean =>
  isFirstPage && error instanceof AppError && error.code === "search.too_many";

/**
 * Returns null if the page has to end early: the request has no upstream calls left, or a later batch failed. The
 * request for the next page then gets the error.
 */
async function readFollowing(
  deps: Deps,
  listing: Listing,
  from: string,
  previous: BatchRead,
  { hasItems, isFirstPage }: { hasItems: boolean; isFirstPage: boolean },
): Promise<BatchRead | null> {
  try {
    const inherited = inheritedAfter(deps, previous.entry, from);
    return { ...(await readBatch(deps, listing, from, inherited)), from };
  } catch (error) {
    if (error instanceof CallsSpent || showsCached(error, isFirstPage)) return null;
    if (hasItems && error instanceof AppError) return null;
    throw error;
  }
}

interface GatheredItems extends Pick<
  ListingPage,
  "items" | "next" | "isStale" | "isCut" | "isLast" | "cutAfter" | "isChecked"
> {
  taken: PageItem[];
  /** Posts of the last batch that are left for the next page. */
  left: number;
  isTailSettled: boolean;
  /** When the oldest batch was fetched. */
  fetchedAt: number;
  goodUntil: number;
  runsOn: boolean;
  /** No post between the first batch and the end of `taken` was skipped as shown before. */
  isGapless: boolean;
}

/**
 * Whether new posts have pushed the last post shown out of all batches read, or it was deleted. Only the first batch of
 * a listing changes with new posts, so the walk has to begin there.
 */
const isMissingIn = (reads: BatchRead[], id: string): boolean =>
  reads[0]?.from === "" &&
  !reads.some(({ entry }) => entry.value.head.briefs.some(([known]) => known === id));

/** Skips posts at the beginning of a later batch that were shown before: new posts push them into it. */
function sliceFollowing(
  read: BatchRead,
  {
    next,
    taken,
    resume,
    reads,
  }: Pick<GatheredItems, "taken"> & {
    next: ListingPosition;
    resume: Resume;
    reads: BatchRead[];
  },
  isByTime: boolean,
  room: Pick<Range, "limit" | "removed">,
) {
  const { entry, from } = read;
  const own = withoutTail(entry.value);
  const brief = taken.at(-1)?.brief;
  const last = brief ? { id: brief[0], created: brief[2] } : (resume?.last ?? null);
  // The first batch's tail may have covered the beginning of this batch.
  const firstIndex = next.from === from ? next.index : 0;
  const isPushedOn = isByTime && !brief && last && isMissingIn(reads, last.id);
  const resumed = isPushedOn
    ? indexAfter(own.head, last.created)
    : resumeAt(own, firstIndex, last, isByTime);
  const start = brief && firstIndex === 0 ? 0 : resumed;
  const slice = sliceBatch(read, { ...room, start, until: own.lines.length });
  return { ...slice, next: positionAfter(from, own, slice.end), isGapless: start === firstIndex };
}

async function gatherItems(
  deps: Deps,
  listing: Listing,
  first: BatchRead,
  { start, limit, removed, resume }: Omit<Range, "until"> & { resume: Resume },
): Promise<GatheredItems> {
  const { head, lines } = first.entry.value;
  const range = { start, until: lines.length, limit, removed };
  const { items, taken, ...rest } = sliceBatch(first, range);
  let isGapless = start <= head.own;
  let read = first;
  let next = positionAfter(first.from, first.entry.value, rest.end);
  let { left, isLast } = rest;
  const reads = [first];
  const visited = new Set([first.from]);
  while (items.length < limit && next && visited.size < MAX_BATCHES_PER_PAGE) {
    const from = batchOf(read, next);
    if (from === null || visited.has(from)) {
      next = null;
      break;
    }
    const part = { hasItems: items.length > 0, isFirstPage: resume === null };
    const following = await readFollowing(deps, listing, from, read, part);
    if (!following) break;
    visited.add(from);
    read = following;
    reads.push(following);
    const room = { limit: limit - items.length, removed };
    const more = sliceFollowing(read, { next, taken, resume, reads }, listing.sort === "new", room);
    items.push(...more.items);
    taken.push(...more.taken);
    isGapless &&= more.isGapless;
    ({ next, left, isLast } = more);
  }
  const isCut = next === null && isLastCut(read, first);
  const runsOn = read !== first;
  const state = stateOf(deps, listing, reads);
  return { items, taken, next, left, isLast, isCut, ...state, runsOn, isGapless };
}

const stateOf = ({ clock }: Deps, { source }: Listing, reads: BatchRead[]) => ({
  isStale: reads.some((read) => read.isStale),
  // Batches that needed no check do not have `isChecked`: Reddit's, and the archive's where it is the only source.
  isChecked: reads.every(({ entry }) => entry.value.head.isChecked ?? source.name !== "archive"),
  // What is read from the tail is as stale and as checked as the first batch, so others' posts are not stored there. A
  // stale batch whose refresh still runs has no `isStale`.
  isTailSettled: reads
    .slice(1)
    .every(({ entry }) => entry.freshUntil > clock.now() && entry.value.head.isChecked !== false),
  fetchedAt: Math.min(...reads.map(({ entry }) => entry.fetchedAt)),
  goodUntil: Math.min(...reads.map(({ entry }) => entry.goodUntil)),
  cutAfter: reads.at(-1)?.entry.value.head.cutAfter,
});

/** Whether the page's last batch was cut off: the last one read, or the last one of the first batch's tail. */
function isLastCut(last: BatchRead, first: BatchRead): boolean {
  const { head } = last.entry.value;
  const isInTail = last === first && head.tail.length > 0;
  return (isInTail ? head.tailIsCut : head.isCut) ?? false;
}

/** The batch of `next`; if `next` is the end of `read`, the following batch. */
function batchOf(read: BatchRead, next: ListingPosition): string | null {
  return next.from === read.from ? read.entry.value.head.next : next.from;
}

/** `resume`: the cursor; null for the first page. */
export async function readListingPage(
  deps: Deps,
  listing: Listing,
  resume: CursorContent | null,
  limit: number,
  removed: RemovalList,
): Promise<ListingPage> {
  const from = resume?.position.from ?? "";
  const read = { ...(await readBatch(deps, listing, from, null)), from };
  const first = withoutExpiredTail(deps, read);
  const { head } = first.entry.value;
  const start = resume
    ? resumeAt(first.entry.value, resume.position.index, resume.last, listing.sort === "new")
    : 0;
  const page = await gatherItems(deps, listing, first, { start, limit, removed, resume });
  const { items, taken, left, runsOn } = page;
  if (page.isGapless && page.isTailSettled) storeTail(deps, listing, first, taken, page);
  return {
    ...page,
    known: items.length + left,
    state: head.state,
    profile: head.profile,
    fetchedAt: first.entry.fetchedAt,
    place: { entry: first.entry, from, start, runsOn },
  };
}
