import { rewriteEntry } from "#worker/cache/entry-store.ts";
import { ENTRY_LIFETIME_MS } from "#worker/cache/entry-lifetimes.ts";
import type { Deps } from "#worker/deps.ts";
import type { Batch, ListingPosition } from "./batch.ts";
import { batchSpec, type Listing } from "./load-batch.ts";
import type { PageItem, BatchRead } from "./slice.ts";

interface TailEnd {
  /** The position after the page; null at the end of the listing. */
  next: ListingPosition | null;
  left: number;
  isCut: boolean;
  isLast: boolean;
  /** When the page's oldest batch was fetched. */
  fetchedAt: number;
  goodUntil: number;
}

/**
 * Stores a page's posts from later batches with its first batch: the next time the page costs one cache read. Removed
 * posts are stored too, so that they come back when the removal is lifted.
 */
export function storeTail(
  deps: Deps,
  listing: Listing,
  first: BatchRead,
  taken: PageItem[],
  { next, left, isCut, isLast, fetchedAt, goodUntil }: TailEnd,
): void {
  const { head, lines } = first.entry.value;
  const tail = taken.filter(({ at }) => at.from !== first.from);
  if (tail.length <= head.tail.length) return;
  const grown: Batch = {
    head: {
      ...head,
      briefs: [...head.briefs.slice(0, head.own), ...tail.map(({ brief }) => brief)],
      tail: tail.map(({ at }) => at),
      tailEnd: next,
      tailLeft: left,
      tailIsCut: isCut,
      tailIsLast: isLast,
      tailGoodUntil: Math.min(goodUntil, head.tailGoodUntil ?? Infinity),
    },
    lines: [...lines.slice(0, head.own), ...tail.map(({ line }) => line)],
  };
  const spec = batchSpec(deps, listing, first.from, null);
  // A later batch can be older than the first by as long as a batch is fresh.
  const lastsUntil = Math.min(first.entry.goodUntil, fetchedAt + ENTRY_LIFETIME_MS);
  rewriteEntry(deps, spec, { ...first.entry, goodUntil: lastsUntil, value: grown });
}

export function withoutTail({ head, lines }: Batch): Batch {
  if (head.tail.length === 0) return { head, lines };
  const briefs = head.briefs.slice(0, head.own);
  return {
    head: {
      ...head,
      briefs,
      tail: [],
      tailEnd: null,
      tailLeft: undefined,
      tailIsCut: false,
      tailIsLast: false,
      tailGoodUntil: undefined,
    },
    lines: lines.slice(0, head.own),
  };
}

/** Addresses in the tail can expire before the batch's own. */
export function withoutExpiredTail({ clock }: Pick<Deps, "clock">, read: BatchRead): BatchRead {
  const { entry } = read;
  const { tailGoodUntil = Infinity } = entry.value.head;
  // Returns the identical entry, because reuseAnswer() compares entries.
  if (tailGoodUntil > clock.now()) return read;
  return { ...read, entry: { ...entry, value: withoutTail(entry.value) } };
}
