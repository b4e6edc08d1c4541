import { SHORT_ID } from "#schema/reddit-id.ts";
import { DAY_MS } from "#schema/time.ts";
import { SAME_VISIT_MS, SEEN_PREFIX, seenKeys } from "#web/lib/seen-on-device.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

/** About 4 KB per creator and 800 KB in all, of the 5 MB that browsers give a site. */
export const MAX_SEEN_CREATORS = 200;
export const MAX_SEEN_IDS_PER_CREATOR = 500;

/** The end of a visit (epoch milliseconds), and its newest post (epoch seconds). */
export interface VisitEnd {
  at: number;
  newest: number;
}

interface Seen {
  last: VisitEnd;
  /** The visit before; null at the first visit. */
  before: VisitEnd | null;
  /** Posts without t3_, in the order they were seen. */
  ids: string[];
  /** How many of the ids, from the first, were seen before this visit. */
  earlier: number;
}

const keyOf = (username: string) => SEEN_PREFIX + username.toLowerCase();

/**
 * A visit in the future was stored while the clock was ahead: it counts as now, and so does its newest post. Otherwise
 * the post's time, which is Reddit's, may be up to a day ahead of a clock that is behind.
 */
function endOf(at: number, newest: number, now: number): VisitEnd | null {
  const latest = at > now ? now : now + DAY_MS;
  return at > 0 && newest >= 0
    ? { at: Math.min(at, now), newest: Math.min(newest, Math.floor(latest / 1000)) }
    : null;
}

/** The stored value is `at newest beforeAt beforeNewest id,id,… earlier`. */
function readSeenValue(key: string, now: number): Seen | null {
  const text = readStored("local", key);
  const [at, newest, beforeAt, beforeNewest, list = "", earlier] = text?.split(" ") ?? [];
  const last = endOf(Number(at), Number(newest), now);
  if (!last) return null;
  const before = endOf(Number(beforeAt), Number(beforeNewest), now);
  const ids = list.split(",").filter((id) => SHORT_ID.test(id));
  // Values of an earlier version have no number.
  return { last, before, ids, earlier: Number(earlier ?? ids.length) };
}

const print = ({ last, before, ids, earlier }: Seen): string =>
  [last.at, last.newest, before?.at ?? 0, before?.newest ?? 0, ids.join(), earlier].join(" ");

function dropOldest(kept: string, now: number): void {
  const keys = seenKeys().filter((key) => key !== kept);
  if (keys.length < MAX_SEEN_CREATORS) return;
  const lastVisitOf = (key: string) => {
    const at = parseInt(readStored("local", key) ?? "", 10);
    // A visit in the future would be kept until then.
    return at <= now ? at : 0;
  };
  keys.sort((a, b) => lastVisitOf(a) - lastVisitOf(b));
  for (const key of keys.slice(0, keys.length - MAX_SEEN_CREATORS + 1))
    writeStored("local", key, null);
}

export interface Returning {
  /** The visit before this one; null at the first visit. */
  before: VisitEnd | null;
  /** Posts seen before this visit, without t3_. */
  ids: ReadonlySet<string>;
}

/** The stored state of a creator at the beginning of a visit. */
export function readSeen(username: string, now = Date.now()): Returning {
  const seen = readSeenValue(keyOf(username), now);
  const isSameVisit = seen !== null && now - seen.last.at <= SAME_VISIT_MS;
  return {
    before: isSameVisit ? seen.before : (seen?.last ?? null),
    ids: new Set(isSameVisit ? seen.ids.slice(0, seen.earlier) : seen?.ids),
  };
}

/**
 * `start` is the result of readSeen at the beginning of the visit. Its earlier visit is stored by the first call only:
 * after that, another tab can have forgotten it.
 */
export function noteSeen(
  username: string,
  { start, newest, ids }: { start: Returning; newest: number; ids: readonly string[] },
  now = Date.now(),
): void {
  const key = keyOf(username);
  const known = readSeenValue(key, now);
  const all = [...new Set([...(known?.ids ?? []), ...ids])].slice(-MAX_SEEN_IDS_PER_CREATOR);
  const last = { at: now, newest: Math.max(newest, known?.last.newest ?? 0) };
  const isUnchanged = known?.last.at === start.before?.at;
  const before = (isUnchanged ? start : known)?.before ?? null;
  const firstOfVisit = all.findIndex((id) => !start.ids.has(id));
  const earlier = firstOfVisit < 0 ? all.length : firstOfVisit;
  if (!known) dropOldest(key, now);
  writeStored("local", key, print({ last, before, ids: all, earlier }));
}

export const forgetSeen = (username: string): void => writeStored("local", keyOf(username), null);

/** Counted in the calendar: a day in which the clocks are turned back has 25 hours. */
const dayOf = (date: Date): number =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

/** "earlier today", "yesterday", "Tuesday" within a week, "November 12" within this year, "November 12, 2025". */
export function sinceText(at: number, now = new Date()): string {
  const then = new Date(at);
  const days = dayOf(now) - dayOf(then);
  if (days <= 0) return "earlier today";
  if (days === 1) return "yesterday";
  const isThisYear = then.getFullYear() === now.getFullYear();
  const format: Intl.DateTimeFormatOptions =
    days < 7
      ? { weekday: "long" }
      : { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) };
  return new Intl.DateTimeFormat("en", format).format(at);
}
