/**
 * The one place that counts the calls to a source, whatever the number of places and isolates: the
 * times of the last minute's calls, in memory. What it says holds at once everywhere, which KV (a
 * minute late) and each isolate's own count cannot.
 */
export interface DeskState {
  /** Epoch milliseconds, oldest first. */
  calls: number[];
}

/** Reddit allows 100 a minute; the rest is for a gateway error's second try. */
export const CALLS_A_MINUTE = 95;
const WINDOW_MS = 60_000;

export interface Grant {
  isGranted: boolean;
  /** How much of the last minute's calls are used up, 0 to 1. */
  pressure: number;
  /** When the next call can be granted, in milliseconds from now. */
  waitMs: number;
}

function forgetOld({ calls }: DeskState, now: number): void {
  const kept = calls.findIndex((at) => at > now - WINDOW_MS);
  calls.splice(0, kept < 0 ? calls.length : kept);
}

function grant({ calls }: DeskState, isGranted: boolean, now: number): Grant {
  const isFull = calls.length >= CALLS_A_MINUTE;
  return {
    isGranted,
    pressure: Math.min(1, calls.length / CALLS_A_MINUTE),
    waitMs: isFull ? Math.max(0, (calls[0] ?? now) + WINDOW_MS - now) : 0,
  };
}

export function takeCall(state: DeskState, now: number): Grant {
  forgetOld(state, now);
  const isGranted = state.calls.length < CALLS_A_MINUTE;
  if (isGranted) state.calls.push(now);
  return grant(state, isGranted, now);
}

export function lookAtDesk(state: DeskState, now: number): Grant {
  forgetOld(state, now);
  return grant(state, state.calls.length < CALLS_A_MINUTE, now);
}

const HOUR = 3_600_000;
/** The busier the source, the older a copy has to be before it is replaced behind somebody's back. */
const PATIENCE: [below: number, age: number][] = [
  [0.5, 0],
  [0.6, HOUR],
  [0.7, 3 * HOUR],
  [0.8, 9 * HOUR],
  [0.95, 16 * HOUR],
];

export function isWorthACall(pressure: number, ageMs: number): boolean {
  const rule = PATIENCE.find(([below]) => pressure < below);
  return rule !== undefined && ageMs >= rule[1];
}
