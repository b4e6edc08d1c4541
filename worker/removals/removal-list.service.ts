import { KEPT_DAYS } from "#schema/kept.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import { atPrimary, type Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import {
  NOTHING_REMOVED,
  parseCopy,
  parseKeys,
  printCopy,
  type RemovalList,
} from "./removal-list.rules.ts";
import { readRemovalSnapshot } from "./removal-list.store.ts";

/** From this age on a request refreshes the list in the background. */
const REFRESH_AFTER_MS = 20_000;
/** From this age on a request waits for the list, so that a change shows everywhere within 60 s. */
const MAX_LIST_AGE_MS = 45_000;
const READ_TIMEOUT_MS = 1_500;
/** After a failed read the older list is used for this long. */
const RETRY_MS = 5_000;

const COPY_KEY = "removals";
/** The time of the replacement follows, so that an operator finds the list from before a restore. */
const REPLACED_COPY_PREFIX = "removals:before:";
const REPLACED_COPY_TTL_SECONDS = KEPT_DAYS.replacedRemovals * 86_400;

interface Held {
  /** null: no list could be read yet. */
  removed: RemovalList | null;
  readAt: number;
  retryAt: number;
}

/** Keyed by database, so that tests with their own databases share nothing. */
const isolates = new WeakMap<D1Database, Held>();

/** Counts changes made in this isolate. A read that began before a change may miss it. */
let changes = 0;

const UNREAD: Held = { removed: null, readAt: Number.NEGATIVE_INFINITY, retryAt: 0 };

async function readDatabase(deps: Deps, known: RemovalList | null): Promise<RemovalList> {
  const row = await withTimeout(
    READ_TIMEOUT_MS,
    readRemovalSnapshot(deps.db, known?.version ?? null),
  );
  // The identical object while nothing changed, so that reuseAnswer() can reuse answers.
  if (row.keys === null && known) return known;
  return parseKeys(row.keysVersion, row.keys ?? "null");
}

/** For an outage of the database. Returns null if no list is known. */
async function readLastKnown({ kv }: Deps, known: RemovalList | null): Promise<RemovalList | null> {
  try {
    const text = await kv.get(COPY_KEY);
    // Every list that ever had an entry has a copy, so no copy means no removals.
    const copy = text === null ? NOTHING_REMOVED : parseCopy(text);
    return known && known.version >= copy.version ? known : copy;
  } catch (error) {
    log("error", "removals_copy", errorFields(error));
    return known;
  }
}

async function refresh(deps: Deps, held: Held | undefined): Promise<RemovalList> {
  const known = held?.removed ?? null;
  const begun = changes;
  const hold = (read: Held) => {
    if (changes === begun) isolates.set(deps.database.binding, read);
  };
  try {
    const removed = await readDatabase(deps, known);
    hold({ removed, readAt: deps.clock.now(), retryAt: 0 });
    return removed;
  } catch (error) {
    const removed = await readLastKnown(deps, known);
    log("error", "removals_unread", { hasList: removed !== null, ...errorFields(error) });
    const { readAt } = held ?? UNREAD;
    hold({ removed, readAt, retryAt: deps.clock.now() + RETRY_MS });
    if (removed) return removed;
    throw new AppError("internal.unavailable", { cause: error, retryAfterSeconds: 5 });
  }
}

/**
 * The list of removals, at most 45 seconds old. With the database down, the last known list; throws if there is none,
 * because an answer might show removed content (decision 080).
 */
export async function currentRemovals(deps: Deps): Promise<RemovalList> {
  const held = isolates.get(deps.database.binding);
  const now = deps.clock.now();
  const age = held ? now - held.readAt : Number.POSITIVE_INFINITY;
  if (held?.removed && (age < REFRESH_AFTER_MS || now < held.retryAt)) return held.removed;
  if (held && now < held.retryAt) {
    throw new AppError("internal.unavailable", { retryAfterSeconds: 5 });
  }
  const work = singleFlight(deps, `removals after ${changes}`, () =>
    refresh(atPrimary(deps), held),
  );
  if (!held?.removed || age >= MAX_LIST_AGE_MS) return work;
  deps.waitUntil(work.catch(() => null));
  return held.removed;
}

/** This isolate's list of any age, or null. For reading ahead only, never for an answer. */
export const heldRemovals = ({ database }: Pick<Deps, "database">): RemovalList | null =>
  isolates.get(database.binding)?.removed ?? null;

/** Makes this isolate's next request read the list again, without joining a read that has begun. */
export function expireRemovals({ database }: Pick<Deps, "database">): void {
  changes += 1;
  const held = isolates.get(database.binding);
  if (held) isolates.set(database.binding, { ...UNREAD, removed: held.removed });
}

/** The number of entries in the copy that the list lacks; 0 for an unreadable copy. */
function countLifted(copy: string, current: RemovalList): number {
  try {
    return parseCopy(copy).countMissingIn(current);
  } catch {
    return 0;
  }
}

/** A restore loses removals added since the backup: keeps the old copy, which still has them. */
async function keepLifted(
  { clock, kv }: Pick<Deps, "clock" | "kv">,
  copy: string,
  current: RemovalList,
): Promise<void> {
  const lifted = countLifted(copy, current);
  if (lifted === 0) return;
  const keptAs = `${REPLACED_COPY_PREFIX}${new Date(clock.now()).toISOString()}`;
  await kv.put(keptAs, copy, { expirationTtl: REPLACED_COPY_TTL_SECONDS });
  log("warn", "removals_lifted", { lifted, keptAs });
}

/** Updates the copy that replaces the database during an outage. The copy never expires. */
export async function copyRemovals(deps: Pick<Deps, "clock" | "db" | "kv">): Promise<void> {
  const { db, kv } = deps;
  const replaced = await kv.get(COPY_KEY);
  // After the copy: a removal that an admin stores in between must not look lifted.
  const row = await readRemovalSnapshot(db, null);
  const keys = row.keys ?? "[]";
  const text = printCopy(row.keysVersion, keys);
  if (replaced === text) return;
  if (replaced !== null) await keepLifted(deps, replaced, parseKeys(row.keysVersion, keys));
  await kv.put(COPY_KEY, text);
}
