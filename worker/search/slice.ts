import type { CacheRead } from "#worker/cache/read-through.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import type { Batch, Brief, ListingPosition } from "./batch.ts";
import { isLineRemoved } from "./is-line-removed.ts";

export interface PageItem {
  /** The post as JSON text. */
  line: string;
  brief: Brief;
  at: ListingPosition;
}

export interface BatchRead extends CacheRead<Batch> {
  from: string;
}

export interface Range {
  start: number;
  until: number;
  limit: number;
  removed: RemovalList;
}

/** A page's part of one batch. */
interface Slice {
  /** The shown posts. */
  items: PageItem[];
  /** The shown posts and the removed ones between and after them, in the listing's order. */
  taken: PageItem[];
  /** The index at which the next slice begins. */
  end: number;
  /** Posts left to show in the batch of the last one taken, tail or not: cached pages say the same total as new ones. */
  left: number;
  /** No batch follows that one, and it was not cut off. */
  isLast: boolean;
}

/** Takes `limit` shown posts, and the removed ones after them, so that no empty page follows. */
export function sliceBatch(
  { entry, from }: BatchRead,
  { start, until, limit, removed }: Range,
): Slice {
  const { head, lines } = entry.value;
  const isRemoved = (index: number) =>
    !removed.isEmpty && isLineRemoved(removed, head.briefs[index] as Brief);
  const items: PageItem[] = [];
  const taken: PageItem[] = [];
  let index = start;
  for (; index < until; index += 1) {
    const isShown = !isRemoved(index);
    if (isShown && items.length === limit) break;
    const at =
      index < head.own ? { from, index } : (head.tail[index - head.own] as ListingPosition);
    const item = { line: lines[index] as string, brief: head.briefs[index] as Brief, at };
    taken.push(item);
    if (isShown) items.push(item);
  }
  const batchAt = (at: number) => (at < head.own ? from : head.tail[at - head.own]?.from);
  const last = batchAt(index - 1);
  let at = index;
  let left = 0;
  for (; at < until && batchAt(at) === last; at += 1) left += Number(!isRemoved(at));
  if (at === until && last !== from) left += head.tailLeft ?? 0;
  const isLast =
    last === from
      ? head.next === null && !head.isCut
      : last === head.tail.at(-1)?.from && head.tailIsLast === true;
  return { items, taken, end: index, left, isLast };
}
