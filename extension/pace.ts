import type { CompanionRefusal } from "#schema/companion.ts";
import { HOUR_MS } from "#schema/time.ts";
import type { Storage } from "./storage.ts";

/**
 * The limits of calls to Reddit: one a second, none before the end of a stop. They are kept in storage, because the
 * browser ends a background script after half a minute without work.
 */
export interface Pace {
  /** The time of the last call, in epoch milliseconds; it can be in the near future. */
  lastCall: number;
  stop: Stop | null;
  /** Whether Reddit's last answer was for a signed-in visitor; null before the first answer. */
  isSignedIn: boolean | null;
}

type Stop = { reason: CompanionRefusal["reason"]; until: number };

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

const KEY = "pace";
const CALL_GAP_MS = 1_000;
/** A call that would wait longer is refused: the page that asked would have given up. */
const MAX_CALL_WAIT_MS = 5_000;
/** A stop that ends later than this was stored under another clock setting. */
const LONGEST_STOP_MS = HOUR_MS;

function paceFrom(stored: unknown, now: number): Pace {
  const { lastCall, stop, isSignedIn } = (stored ?? {}) as Partial<Pace>;
  const isPossible = typeof lastCall === "number" && lastCall <= now + MAX_CALL_WAIT_MS;
  const isRunning = stop && stop.until > now && stop.until <= now + LONGEST_STOP_MS;
  return {
    lastCall: isPossible ? lastCall : 0,
    stop: isRunning ? stop : null,
    isSignedIn: typeof isSignedIn === "boolean" ? isSignedIn : null,
  };
}

export const readPace = async (storage: Storage, now: number): Promise<Pace> =>
  paceFrom((await storage.get(KEY))[KEY], now);

/** A queue: reading and writing the stored pace must not overlap. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn;
  return turn;
}

/** Two calls can each cause a stop: the one that ends later stays. Returns the stored pace. */
export const changePace = (
  storage: Storage,
  clock: Clock,
  change: Partial<Omit<Pace, "lastCall">>,
): Promise<Pace> =>
  inTurn(async () => {
    const pace = await readPace(storage, clock.now());
    const changed = { ...pace, ...change };
    if (pace.stop && changed.stop && pace.stop.until > changed.stop.until) changed.stop = pace.stop;
    await storage.set({ [KEY]: changed });
    return changed;
  });

/** The time of the next call, or the refusal. */
function nextCall({ lastCall, stop }: Pace, now: number): number | CompanionRefusal {
  if (stop) return { ok: false, ...stop };
  const at = Math.max(now, lastCall + CALL_GAP_MS);
  return at - now <= MAX_CALL_WAIT_MS ? at : { ok: false, reason: "busy", until: at };
}

/** Waits for the next permitted call and counts it. Returns a refusal if that call is further away than MAX_CALL_WAIT_MS. */
export async function waitForCall(
  storage: Storage,
  clock: Clock,
): Promise<CompanionRefusal | null> {
  const at = await inTurn(async () => {
    const pace = await readPace(storage, clock.now());
    const next = nextCall(pace, clock.now());
    if (typeof next === "number") await storage.set({ [KEY]: { ...pace, lastCall: next } });
    return next;
  });
  if (typeof at !== "number") return at;
  if (at > clock.now()) await clock.sleep(at - clock.now());
  // Another call may have caused a stop during the wait.
  const { stop } = await readPace(storage, clock.now());
  return stop ? { ok: false, ...stop } : null;
}
