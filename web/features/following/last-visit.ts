import { isObject } from "#schema/is-object.ts";
import { parseJson } from "#schema/parse-json.ts";
import { FEED_VISIT_KEY, SAME_VISIT_MS } from "#web/lib/seen-on-device.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

/** The account's id, or "device" for a signed-out visitor: another owner's visit is ignored, and replaced. */
export type VisitOwner = string;

interface Visit {
  owner: VisitOwner;
  /** Epoch seconds of the newest post before this visit; null at the first visit. */
  before: number | null;
  newest: number;
  /** Epoch milliseconds of the last time the page was open. */
  at: number;
}

const isTime = (value: unknown): value is number => typeof value === "number";

function isVisit(stored: unknown): stored is Visit {
  if (!isObject(stored)) return false;
  const { owner, before, newest, at } = stored;
  return (
    typeof owner === "string" && (before === null || isTime(before)) && isTime(newest) && isTime(at)
  );
}

function readVisit(owner: VisitOwner): Visit | null {
  const stored = parseJson(readStored("local", FEED_VISIT_KEY) ?? "");
  return isVisit(stored) && stored.owner === owner ? stored : null;
}

/** Posts after this time are new during the whole visit; null at an owner's first visit. */
export function newSince(owner: VisitOwner, now = Date.now()): number | null {
  const visit = readVisit(owner);
  if (!visit) return null;
  return now - visit.at > SAME_VISIT_MS ? visit.newest : visit.before;
}

/** `before` is the result of newSince at the beginning of the visit. */
export function noteVisit(
  { owner, before }: Pick<Visit, "owner" | "before">,
  newest: number,
  now = Date.now(),
): void {
  const visit: Visit = {
    owner,
    before,
    newest: Math.max(newest, readVisit(owner)?.newest ?? 0),
    at: now,
  };
  writeStored("local", FEED_VISIT_KEY, JSON.stringify(visit));
}
