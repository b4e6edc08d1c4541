import { isObject } from "#schema/is-object.ts";
import { FEED_VISIT_KEY, SAME_VISIT_MS } from "#web/lib/seen-on-device.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

interface Visit {
  /** Epoch seconds of the newest post before this visit; null at the first visit. */
  before: number | null;
  newest: number;
  /** Epoch milliseconds of the last time the page was open. */
  at: number;
}

const isTime = (value: unknown): value is number => typeof value === "number";

function isVisit(stored: unknown): stored is Visit {
  if (!isObject(stored)) return false;
  const { before, newest, at } = stored;
  return (before === null || isTime(before)) && isTime(newest) && isTime(at);
}

function readVisit(): Visit | null {
  try {
    const stored: unknown = JSON.parse(readStored("local", FEED_VISIT_KEY) ?? "null");
    return isVisit(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Posts after this time are new during the whole visit; null at a device's first visit. */
export function newSince(now = Date.now()): number | null {
  const visit = readVisit();
  if (!visit) return null;
  return now - visit.at > SAME_VISIT_MS ? visit.newest : visit.before;
}

/** `since` is the result of newSince at the beginning of the visit. */
export function noteVisit(since: number | null, newest: number, now = Date.now()): void {
  const visit: Visit = {
    before: since,
    newest: Math.max(newest, readVisit()?.newest ?? 0),
    at: now,
  };
  writeStored("local", FEED_VISIT_KEY, JSON.stringify(visit));
}
