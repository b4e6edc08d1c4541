import type { CompanionRefusal } from "#schema/companion.ts";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import type { Storage } from "./storage.ts";

/**
 * The limits of calls to Reddit: one a second, 60 a minute, none before the end of a stop. They are kept in storage,
 * because the browser ends a background script after half a minute without work.
 */
export interface Pace {
  /** Epoch milliseconds of the calls of the last minute. */
  calls: number[];
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
const MAX_CALLS_PER_MINUTE = 60;
/** A call that would wait longer is refused: the page that asked would have given up. */
const MAX_CALL_WAIT_MS = 5_000;
/** A stop that ends later than this was stored under another clock setting. */
const LONGEST_STOP_MS = HOUR_MS;

function paceFrom(stored: unknown, now: number): Pace {
  const { calls, stop, isSignedIn } = (stored ?? {}) as Partial<Pace>;
  const isRecent = (at: unknown) =>
    typeof at === "number" && at > now - MINUTE_MS && at <= now + MAX_CALL_WAIT_MS;
  const isRunning = stop && stop.until > now && stop.until <= now + LONGEST_STOP_MS;
  return {
    calls: Array.isArray(calls) ? calls.filter(isRecent) : [],
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
  last = turn.catch(() => undefined);
  return turn;
}

/** Two calls can each cause a stop: the one that ends later stays. Returns the stored pace. */
export const changePace = (
  storage: Storage,
  clock: Clock,
  change: Partial<Omit<Pace, "calls">>,
): Promise<Pace> =>
  inTurn(async () => {
    const pace = await readPace(storage, clock.now());
    const changed = { ...pace, ...change };
    if (pace.stop && changed.stop && pace.stop.until > changed.stop.until) changed.stop = pace.stop;
    await storage.set({ [KEY]: changed });
    return changed;
  });

/** The time of the next call, or the refusal. */
function nextCall({ calls, stop }: Pace, now: number): number | CompanionRefusal {
  if (stop) return { ok: false, ...stop };
  const [oldest = 0] = calls;
  const afterMinute = calls.length < MAX_CALLS_PER_MINUTE ? 0 : oldest + MINUTE_MS;
  const at = Math.max(now, (calls.at(-1) ?? 0) + CALL_GAP_MS, afterMinute);
  return at - now <= MAX_CALL_WAIT_MS ? at : { ok: false, reason: "rate_limited", until: at };
}

/** Waits for the next permitted call and counts it. Returns a refusal if that call is further away than MAX_CALL_WAIT_MS. */
export async function waitForCall(
  storage: Storage,
  clock: Clock,
): Promise<CompanionRefusal | null> {
  const at = await inTurn(async () => {
    const pace = await readPace(storage, clock.now());
    const next = nextCall(pace, clock.now());
    if (typeof next === "number")
      await storage.set({ [KEY]: { ...pace, calls: [...pace.calls, next] } });
    return next;
  });
  if (typeof at !== "number") return at;
  if (at > clock.now()) await clock.sleep(at - clock.now());
  // Another call may have caused a stop during the wait.
  const { stop } = await readPace(storage, clock.now());
  return stop ? { ok: false, ...stop } : null;
}
