import type { ProfileState } from "#schema/api/posts.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { positionAfter, resumeAt, type Batch, type Brief, type Position } from "./batch.ts";
import { batchSpec, chainAfter, readBatch } from "./batches.ts";
import { keep, type Entry } from "./cache.ts";
import type { Walk } from "./creator.ts";
import type { Profile } from "./normalise/profile.ts";

/** Where a walk left off: its place, and what it showed last. */
export interface Bookmark {
  position: Position;
  last: { id: string; created: number } | null;
  /** How many posts it has shown so far. */
  served: number;
}

export interface Item {
  /** The post as JSON text. */
  line: string;
  brief: Brief;
  at: Position;
}

export interface Page {
  items: Item[];
  next: Position | null;
  /** Known and not yet shown, this page's included. */
  known: number;
  state: ProfileState;
  profile: Profile | null;
  isStale: boolean;
  fetchedAt: number;
  /** What it was cut from, and where. */
  cut: Cut;
}

export interface Cut {
  /** The first batch; it is the whole page's unless `runsOn`. */
  entry: Entry<Batch>;
  from: string;
  start: number;
  runsOn: boolean;
}

/** A source that goes on naming another batch, all of them empty, is not followed for ever. */
const MOST_BATCHES = 12;

interface Read {
  entry: Entry<Batch>;
  isStale: boolean;
  from: string;
}

function take({ entry, from }: Read, start: number, limit: number): Item[] {
  const { head, lines } = entry.value;
  return lines.slice(start, start + limit).map((line, offset) => {
    const index = start + offset;
    const at = index < head.own ? { from, index } : (head.tail[index - head.own] as Position);
    return { line, brief: head.briefs[index] as Brief, at };
  });
}

/** A page that ran over the end of its batch is kept with it, so that next time it is one read. */
function keepTail(deps: Deps, walk: Walk, first: Read, items: Item[], end: Position | null): void {
  const { head, lines } = first.entry.value;
  const isBeyond = ({ at }: Item) => at.from !== first.from;
  const tail = items.filter(isBeyond);
  if (tail.length <= head.tail.length) return;
  const grown: Batch = {
    head: {
      ...head,
      briefs: [...head.briefs.slice(0, head.own), ...tail.map(({ brief }) => brief)],
      tail: tail.map(({ at }) => at),
      tailEnd: end,
    },
    lines: [...lines.slice(0, head.own), ...tail.map(({ line }) => line)],
  };
  const spec = batchSpec(deps, walk, first.from, null);
  keep(deps, spec, { ...first.entry, value: grown }, true);
}

/** A later batch that cannot be had ends the page early: what there is, is shown, and the next call says why. */
async function readNext(
  deps: Deps,
  walk: Walk,
  from: string,
  previous: Read,
  hasItems: boolean,
): Promise<Read | null> {
  try {
    return { ...(await readBatch(deps, walk, from, chainAfter(previous.entry.value))), from };
  } catch (error) {
    if (hasItems && error instanceof AppError) return null;
    throw error;
  }
}

interface Gathered {
  items: Item[];
  next: Position | null;
  /** Posts of the last batch that this page leaves for the next one. */
  left: number;
  isStale: boolean;
  runsOn: boolean;
}

async function gather(
  deps: Deps,
  walk: Walk,
  first: Read,
  start: number,
  limit: number,
): Promise<Gathered> {
  const items = take(first, start, limit);
  let read = first;
  let next = positionAfter(first.from, first.entry.value, start + items.length);
  let left = Math.max(0, first.entry.value.lines.length - start - items.length);
  let { isStale } = first;
  const visited = new Set([first.from]);
  while (items.length < limit && next && visited.size < MOST_BATCHES) {
    const from = nextFrom(read, next);
    if (from === null || visited.has(from)) {
      next = from === null ? next : null;
      break;
    }
    const following = await readNext(deps, walk, from, read, items.length > 0);
    if (!following) break;
    visited.add(from);
    read = following;
    isStale ||= following.isStale;
    // The tail of the first batch may already have reached into this one.
    const last = items.at(-1)?.brief;
    const shown = last ? { id: last[0], created: last[2] } : null;
    const place = next.from === from ? next.index : 0;
    const begin = resumeAt(read.entry.value, place, shown, walk.sort === "new");
    const more = take(read, begin, limit - items.length).filter(({ at }) => at.from === from);
    items.push(...more);
    next = positionAfter(from, withoutTail(read.entry.value), begin + more.length);
    left = read.entry.value.head.own - begin - more.length;
  }
  return { items, next, left, isStale, runsOn: read !== first };
}

/** The batch in which `next` lies, where all of its own posts are behind: the one after it. */
function nextFrom(read: Read, next: Position): string | null {
  if (next.from !== read.from) return next.from;
  return read.entry.value.head.next;
}

function withoutTail({ head, lines }: Batch): Batch {
  return head.tail.length === 0
    ? { head, lines }
    : { head: { ...head, tail: [], tailEnd: null }, lines };
}

export async function readPage(
  deps: Deps,
  walk: Walk,
  bookmark: Bookmark | null,
  limit: number,
): Promise<Page> {
  const from = bookmark?.position.from ?? "";
  const first: Read = { ...(await readBatch(deps, walk, from, null)), from };
  const { head } = first.entry.value;
  const start = bookmark
    ? resumeAt(first.entry.value, bookmark.position.index, bookmark.last, walk.sort === "new")
    : 0;
  const { items, next, left, isStale, runsOn } = await gather(deps, walk, first, start, limit);
  keepTail(deps, walk, first, items, next);
  return {
    items,
    next,
    known: items.length + left,
    state: head.state,
    profile: head.profile,
    isStale,
    fetchedAt: first.entry.fetchedAt,
    cut: { entry: first.entry, from, start, runsOn },
  };
}
