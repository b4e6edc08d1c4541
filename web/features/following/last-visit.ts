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

/** A visit's beginning, as `noteVisit` needs it. */
export interface VisitStart extends Pick<Visit, "owner" | "before"> {
  /** The time of the last visit that was stored then; null for none. */
  storedAt: number | null;
}

/** Posts after `before` are new during the whole visit; it is null at an owner's first visit. */
export function startVisit(owner: VisitOwner, now = Date.now()): VisitStart {
  const visit = readVisit(owner);
  if (!visit) return { owner, before: null, storedAt: null };
  const { before, newest, at } = visit;
  return { owner, before: now - at > SAME_VISIT_MS ? newest : before, storedAt: at };
}

/** The start's `before` is stored by the first call only: after that, another tab can have forgotten it. */
export function noteVisit(start: VisitStart, newest: number, now = Date.now()): void {
  const { owner } = start;
  const known = readVisit(owner);
  const isUnchanged = (known?.at ?? null) === start.storedAt;
  const visit: Visit = {
    owner,
    before: (isUnchanged ? start : known)?.before ?? null,
    newest: Math.max(newest, known?.newest ?? 0),
    at: now,
  };
  writeStored("local", FEED_VISIT_KEY, JSON.stringify(visit));
}
