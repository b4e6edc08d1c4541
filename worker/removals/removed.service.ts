import { singleFlight } from "#worker/cache/single-flight.ts";
import { atPrimary, type Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/log.ts";
import { withTimeout } from "#worker/with-timeout.ts";
import { NOTHING_REMOVED, parseCopy, parseKeys, printCopy, type Removed } from "./removed.rules.ts";
import { readRemovalSnapshot } from "./removed.store.ts";

/** From this age on a request has the list read again, and does not wait for it. */
const REFRESH_AFTER_MS = 20_000;
/** From this age on it waits: with the time of the read a change shows everywhere within 60 s. */
const MAX_AGE_MS = 45_000;
const READ_TIMEOUT_MS = 1_500;
/** After a failed read the list of before is used for this long. */
const RETRY_MS = 5_000;

const COPY_KEY = "removals";
/** Followed by the time of the replacement, so that an operator finds the list of before a restore. */
const REPLACED_COPY_PREFIX = "removals:before:";
/** Time Travel reaches back as far. */
const REPLACED_COPY_TTL_SECONDS = 30 * 86_400;

interface Held {
  /** null: none could be read yet. */
  removed: Removed | null;
  readAt: number;
  retryAt: number;
}

/** By database, so that tests with databases of their own do not share it. */
const isolates = new WeakMap<D1Database, Held>();

/** The changes made in this isolate. A read that began before one may not have it. */
let changes = 0;

const UNREAD: Held = { removed: null, readAt: Number.NEGATIVE_INFINITY, retryAt: 0 };

async function readDatabase(deps: Deps, known: Removed | null): Promise<Removed> {
  const row = await withTimeout(
    READ_TIMEOUT_MS,
    readRemovalSnapshot(deps.db, known?.version ?? null),
  );
  // The identical object while nothing changed, so that answers made with it can be kept.
  if (row.keys === null && known) return known;
  return parseKeys(row.keysVersion, row.keys ?? "null");
}

/** The last known list while the database cannot be read; null where there is none. */
async function readLastKnown({ kv }: Deps, known: Removed | null): Promise<Removed | null> {
  try {
    const text = await kv.get(COPY_KEY);
    // Every list that ever had an entry is copied: without a copy there was none.
    const copy = text === null ? NOTHING_REMOVED : parseCopy(text);
    return known && known.version >= copy.version ? known : copy;
  } catch (error) {
    log("error", "removals_copy", errorFields(error));
    return known;
  }
}

async function refresh(deps: Deps, held: Held | undefined): Promise<Removed> {
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
 * What is removed at request, at most 45 seconds old. With the database down it is the last known list; where none can
 * be read at all it throws, because an answer might show what was removed (decision 080).
 */
export async function currentRemovals(deps: Deps): Promise<Removed> {
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
  if (!held?.removed || age >= MAX_AGE_MS) return work;
  deps.waitUntil(work.catch(() => null));
  return held.removed;
}

/** The list this isolate has, however old; null where it has none. Read-ahead may use it, an answer may not. */
export const heldRemovals = ({ database }: Pick<Deps, "database">): Removed | null =>
  isolates.get(database.binding)?.removed ?? null;

/** The next request of this isolate reads the list again, and does not join a read that has begun. */
export function expireRemovals({ database }: Pick<Deps, "database">): void {
  changes += 1;
  const held = isolates.get(database.binding);
  if (held) isolates.set(database.binding, { ...UNREAD, removed: held.removed });
}

/** How many entries of the copy the list lacks; an unreadable copy has none. */
function countLifted(copy: string, current: Removed): number {
  try {
    return parseCopy(copy).countMissingIn(current);
  } catch {
    return 0;
  }
}

/** A restore lifts the removals added since: the copy that still has them must outlive its replacement. */
async function keepLifted(
  { clock, kv }: Pick<Deps, "clock" | "kv">,
  copy: string,
  current: Removed,
): Promise<void> {
  const lifted = countLifted(copy, current);
  if (lifted === 0) return;
  const keptAs = `${REPLACED_COPY_PREFIX}${new Date(clock.now()).toISOString()}`;
  await kv.put(keptAs, copy, { expirationTtl: REPLACED_COPY_TTL_SECONDS });
  log("warn", "removals_lifted", { lifted, keptAs });
}

/** Keeps the copy that stands in for the database; it has no end. Written only where it changes. */
export async function copyRemovals(deps: Pick<Deps, "clock" | "db" | "kv">): Promise<void> {
  const { db, kv } = deps;
  const row = await readRemovalSnapshot(db, null);
  const keys = row.keys ?? "[]";
  const text = printCopy(row.keysVersion, keys);
  const replaced = await kv.get(COPY_KEY);
  if (replaced === text) return;
  if (replaced !== null) await keepLifted(deps, replaced, parseKeys(row.keysVersion, keys));
  await kv.put(COPY_KEY, text);
}
