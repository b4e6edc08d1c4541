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

/**
 * When a copy is replaced behind somebody's back. With room to spare, always; the busier the source, the
 * older it has to be; and when visitors' own misses need nearly all, by lot: who is asked for often
 * draws often, so the popular stay young and never expire in twenty places at once.
 */
const RULES: { below: number; ageMs: number; chance: number }[] = [
  { below: 0.5, ageMs: 0, chance: 1 },
  { below: 0.6, ageMs: HOUR, chance: 1 },
  { below: 0.7, ageMs: 6 * HOUR, chance: 1 },
  { below: 0.75, ageMs: 0, chance: 0.01 },
  { below: 0.85, ageMs: 12 * HOUR, chance: 0.02 },
];

/** `lot` is from 0 up to 1. */
export const isWorthACall = (pressure: number, age: number, lot: number): boolean =>
  RULES.some(({ below, ageMs, chance }) => pressure < below && age >= ageMs && lot < chance);
