import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import type { BudgetAnswer, CallPurpose } from "./port.ts";

/** `at`: epoch milliseconds. */
type GrantedCall = [at: number, purpose: CallPurpose];

/** The last minute's calls, oldest first. Stored in one Durable Object per source. */
export interface BudgetState {
  calls: GrantedCall[];
}

/** Reddit allows 100 per minute; the other 5 are for retries after gateway errors. */
export const CALLS_PER_MINUTE = 95;
const BUDGET_WINDOW_MS = MINUTE_MS;

/**
 * The calls per minute that each purpose can always make; the unreserved 23 are first come, first served. So newcomers
 * reach 25 at most, and a flood of misses from new addresses leaves 70. Known visitors reach 86: at 100 requests a
 * second their misses need nearly as many.
 */
export const RESERVED: Record<CallPurpose, number> = {
  visitor: 63,
  newcomer: 2,
  refresh: 3,
  recheck: 4,
};
const PURPOSES = Object.keys(RESERVED) as CallPurpose[];

type Counts = Record<CallPurpose, number>;

/** After the clock went back, calls in the future count as made now. */
function forgetOldCalls({ calls }: BudgetState, now: number): void {
  for (const call of calls) call[0] = Math.min(call[0], now);
  const kept = calls.findIndex(([at]) => at > now - BUDGET_WINDOW_MS);
  calls.splice(0, kept < 0 ? calls.length : kept);
}

function countCalls(calls: GrantedCall[]): Counts {
  const counts: Counts = { visitor: 0, newcomer: 0, refresh: 0, recheck: 0 };
  for (const [, purpose] of calls) counts[purpose] += 1;
  return counts;
}

/** Room within the purpose's share, or in the calls that no purpose has reserved. */
function hasRoom(counts: Counts, purpose: CallPurpose): boolean {
  if (counts[purpose] < RESERVED[purpose]) return true;
  let taken = 0;
  for (const one of PURPOSES) {
    taken += one === purpose ? counts[one] : Math.max(counts[one], RESERVED[one]);
  }
  return taken < CALLS_PER_MINUTE;
}

function waitFor({ calls }: BudgetState, counts: Counts, purpose: CallPurpose, now: number) {
  const left = { ...counts };
  for (const [at, ended] of calls) {
    left[ended] -= 1;
    if (hasRoom(left, purpose)) return at + BUDGET_WINDOW_MS - now;
  }
  return 0;
}

function answerOf(state: BudgetState, purpose: CallPurpose, now: number): BudgetAnswer {
  const counts = countCalls(state.calls);
  const isGranted = hasRoom(counts, purpose);
  return {
    isGranted,
    isReserved: counts[purpose] < RESERVED[purpose],
    pressure: Math.min(1, state.calls.length / CALLS_PER_MINUTE),
    waitMs: isGranted ? 0 : waitFor(state, counts, purpose, now),
  };
}

export function peekBudget(state: BudgetState, purpose: CallPurpose, now: number): BudgetAnswer {
  forgetOldCalls(state, now);
  return answerOf(state, purpose, now);
}

/** The returned pressure includes this call. */
export function takeCall(state: BudgetState, purpose: CallPurpose, now: number): BudgetAnswer {
  const answer = peekBudget(state, purpose, now);
  if (!answer.isGranted) return answer;
  state.calls.push([now, purpose]);
  return { ...answer, pressure: Math.min(1, state.calls.length / CALLS_PER_MINUTE) };
}

/**
 * When a stale cache entry may be refreshed in the background. Below half the budget always; above it, the busier the
 * source, the older the entry has to be. Near the limit each read has a small chance: popular entries are read often,
 * so they are refreshed in time, but not by every location at once.
 */
const REFRESH_RULES: { below: number; ageMs: number; chance: number }[] = [
  { below: 0.5, ageMs: 0, chance: 1 },
  { below: 0.6, ageMs: HOUR_MS, chance: 1 },
  { below: 0.7, ageMs: 6 * HOUR_MS, chance: 1 },
  { below: 0.75, ageMs: 0, chance: 0.01 },
  { below: 0.85, ageMs: 12 * HOUR_MS, chance: 0.02 },
];

/** `random` is from 0 up to 1. */
export const pressureAllowsRefresh = (pressure: number, age: number, random: number): boolean =>
  REFRESH_RULES.some(
    ({ below, ageMs, chance }) =>
      pressure < below && age >= ageMs && (chance === 1 || random < chance),
  );

/** Calls within the reserved share are judged at no higher pressure than this. */
const RESERVED_PRESSURE = 0.8;

/** Whether `answer` lets a stale entry of this age be refreshed; `random` is from 0 up to 1. */
export const answerAllowsRefresh = (answer: BudgetAnswer, age: number, random: number): boolean =>
  answer.isGranted &&
  pressureAllowsRefresh(
    answer.isReserved ? Math.min(answer.pressure, RESERVED_PRESSURE) : answer.pressure,
    age,
    random,
  );

/** Re-checks may always use their reserved share, and other calls while the source is idle. */
export const answerAllowsRecheck = (answer: BudgetAnswer): boolean =>
  answer.isReserved || (answer.isGranted && pressureAllowsRefresh(answer.pressure, 0, 1));

/** Calls per minute of one isolate while the Durable Object does not answer. */
const CALLS_WITHOUT_BUDGET = 4;

/** Counts a call against CALLS_WITHOUT_BUDGET. Returns 0 if granted, else the milliseconds to wait. */
export function takeWithoutBudget(calls: number[], now: number): number {
  const recent = calls.findIndex((at) => at > now - BUDGET_WINDOW_MS);
  calls.splice(0, recent < 0 ? calls.length : recent);
  if (calls.length >= CALLS_WITHOUT_BUDGET) return (calls[0] ?? now) + BUDGET_WINDOW_MS - now;
  calls.push(now);
  return 0;
}
