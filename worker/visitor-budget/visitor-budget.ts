import { MINUTE_MS } from "#schema/time.ts";
import { dropEnded, keepNewest } from "#worker/cache/keep-newest.ts";
import { REFRESH_TIMEOUT_MS, type MissBudget } from "#worker/cache/read-through.ts";
import type { Clock } from "#worker/lib/clock.ts";
import { AppError } from "#worker/errors.ts";
import { rateLimitHasRoom } from "#worker/lib/rate-limit-has-room.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";

/** The upstream budget of a request's sender. Only cache misses cost. */
export interface VisitorBudget extends MissBudget {
  readonly purpose: CallPurpose;
  /** The network whose calls share the call budget with others' calls; undefined where limits are off. */
  readonly sender: string | undefined;
  /** Of all upstream calls of the request together, in epoch milliseconds. */
  readonly deadline: number;
  /** Keeps calls of the request for a later load that is not optional; optional loads find fewer left. */
  holdCalls(calls: number): void;
}

/** The request has no upstream calls left: its page ends early, and the cursor continues there. */
export class CallsSpent extends Error {
  override name = "CallsSpent";
}

const MAX_CALLS_PER_REQUEST = 3;
/** From the first use of a source. */
export const MAX_UPSTREAM_MS = 12_000;
/** Extra cost of a name that does not exist: visitors rarely ask for one, scripts do. */
const EXTRA_FOR_MISSING = 2;
const RATE_LIMIT_WINDOW_MS = MINUTE_MS;

interface Counter {
  limit: RateLimit;
  key: string;
}

export interface VisitorBudgetSettings {
  clock: Clock;
  /** One counter per address prefix; empty where limits are off. */
  counters: () => Counter[];
  /** Undefined where limits are off; each prefix then counts as a network of its own. */
  sender: string | undefined;
  /** Hits and missing names are remembered per address prefix. */
  prefix: string;
  isCacheOnly: boolean;
}

interface History {
  network: string;
  hits: number;
  missing: number;
  until: number;
}

/** The same budget, for loads inside work that was already charged as a whole. */
export const alreadyCounted = (budget: VisitorBudget, purpose = budget.purpose): VisitorBudget => ({
  purpose,
  sender: budget.sender,
  deadline: budget.deadline,
  // Its time begins with the first refresh.
  get refreshDeadline() {
    return budget.refreshDeadline;
  },
  isCacheOnly: budget.isCacheOnly,
  admitMiss: () => Promise.resolve(),
  holdCalls: () => undefined,
  noteHit: () => undefined,
  noteMissing: () => undefined,
});

/** A history ends this long after the last cached answer. */
const HISTORY_MS = 30 * MINUTE_MS;
const MAX_PREFIXES = 5_000;
/** A /48 has 65,536 prefixes: without this limit it could evict the histories of all other networks. */
const MAX_PREFIXES_PER_NETWORK = 100;
/** A missing name outweighs this many cached answers. */
const HITS_PER_MISSING = 3;

/** By address prefix, in the order of their ends, in this isolate only. */
const histories = new Map<string, History>();
/** The prefixes that have a history, by network, in the same order. */
const prefixesByNetwork = new Map<string, Set<string>>();

function historyOf(prefix: string, now: number): History | undefined {
  const known = histories.get(prefix);
  return known && known.until > now ? known : undefined;
}

function forget(prefix = ""): void {
  const network = histories.get(prefix)?.network ?? "";
  histories.delete(prefix);
  const prefixes = prefixesByNetwork.get(network);
  prefixes?.delete(prefix);
  if (prefixes?.size === 0) prefixesByNetwork.delete(network);
}

/** Moves the prefix to the end, so that a flood of new prefixes evicts only idle ones. */
function keepHistory(prefix: string, history: History): void {
  forget(prefix);
  histories.set(prefix, history);
  const prefixes = prefixesByNetwork.get(history.network) ?? new Set();
  prefixesByNetwork.set(history.network, prefixes.add(prefix));
  if (prefixes.size > MAX_PREFIXES_PER_NETWORK) forget(prefixes.keys().next().value);
  if (histories.size > MAX_PREFIXES) forget(histories.keys().next().value);
}

type Sender = Pick<VisitorBudgetSettings, "clock" | "sender" | "prefix">;

function remember({ clock, sender, prefix }: Sender, { hits = 0, missing = 0 }): void {
  const now = clock.now();
  // The page on privacy promises that a history ends.
  for (const [ended, { until }] of histories) {
    if (until > now) break;
    forget(ended);
  }
  const known = historyOf(prefix, now);
  const history = known ?? { network: sender ?? prefix, hits: 0, missing: 0, until: 0 };
  history.hits += hits;
  history.missing += missing;
  if (known && hits === 0) return;
  history.until = now + HISTORY_MS;
  keepHistory(prefix, history);
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("search.too_many", {
    message: `You are searching faster than our sources allow. Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    retryAfterSeconds: seconds,
  });
}

/**
 * By counter key. A rate limit binding only reports whether there is room. It counts by the minute, so it has room
 * again at most a minute after its first refusal.
 */
const closedUntil = new Map<string, number>();

function noteRefusal(key: string, now: number): number {
  const known = closedUntil.get(key) ?? 0;
  if (known > now) return known - now;
  dropEnded(closedUntil, (until) => until <= now);
  keepNewest(closedUntil, key, now + RATE_LIMIT_WINDOW_MS, MAX_PREFIXES);
  return RATE_LIMIT_WINDOW_MS;
}

const hasRoom = ({ limit, key }: Counter) => rateLimitHasRoom(limit, key, "search_limit");

/** Counts the calls with every counter. Returns 0 if all had room, else the milliseconds to wait. */
async function countCalls(
  { clock, counters }: VisitorBudgetSettings,
  calls: number,
): Promise<number> {
  for (let call = 0; call < calls; call += 1) {
    for (const counter of counters()) {
      if (!(await hasRoom(counter))) return noteRefusal(counter.key, clock.now());
      closedUntil.delete(counter.key);
    }
  }
  return 0;
}

type Background = (work: Promise<unknown>) => void;

/** Calls `settingsOf` at the first use only: most requests read no cache entry. */
export class RequestBudget implements VisitorBudget {
  readonly #settingsOf: () => VisitorBudgetSettings;
  readonly #background: Background;
  #made: VisitorBudgetSettings | null = null;
  #callsLeft = MAX_CALLS_PER_REQUEST;
  #deadline = 0;
  #refreshDeadline = 0;

  constructor(settingsOf: () => VisitorBudgetSettings, background: Background) {
    this.#settingsOf = settingsOf;
    this.#background = background;
  }

  get #settings(): VisitorBudgetSettings {
    return (this.#made ??= this.#settingsOf());
  }

  get deadline(): number {
    return (this.#deadline ||= this.#settings.clock.now() + MAX_UPSTREAM_MS);
  }

  get refreshDeadline(): number {
    return (this.#refreshDeadline ||= this.#settings.clock.now() + REFRESH_TIMEOUT_MS);
  }

  get isCacheOnly(): boolean {
    return this.#settings.isCacheOnly;
  }

  get sender(): string | undefined {
    return this.#settings.sender;
  }

  get purpose(): CallPurpose {
    const { clock, prefix } = this.#settings;
    const known = historyOf(prefix, clock.now());
    const isKnown = known !== undefined && known.hits > HITS_PER_MISSING * known.missing;
    return isKnown ? "visitor" : "newcomer";
  }

  async admitMiss(calls: number, isOptional: boolean, isFree = false): Promise<void> {
    if (isOptional && this.#callsLeft < calls) throw new CallsSpent();
    const waitMs = this.isCacheOnly
      ? RATE_LIMIT_WINDOW_MS
      : await countCalls(this.#settings, isFree ? 0 : calls);
    if (waitMs > 0) throw tooMany(waitMs);
    this.#callsLeft -= calls;
  }

  holdCalls(calls: number): void {
    this.#callsLeft -= calls;
  }

  noteHit(): void {
    remember(this.#settings, { hits: 1 });
  }

  noteMissing(): void {
    remember(this.#settings, { missing: 1 });
    this.#background(countCalls(this.#settings, EXTRA_FOR_MISSING));
  }
}
