import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import type { BudgetAnswer, Caller, CallPurpose } from "./port.ts";

/** `at`: epoch milliseconds. One Durable Object per source has the last minute's, oldest first. */
export type GrantedCall = [at: number, purpose: CallPurpose, sender?: string | undefined];

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

/**
 * For refreshes and re-checks 12 more are reserved for newcomers. Otherwise stale copies that are often viewed, or a
 * long re-check, take the unreserved calls, and first visits are refused while most of the budget is free.
 */
const RESERVED_FROM_BACKGROUND: Record<CallPurpose, number> = { ...RESERVED, newcomer: 14 };
const BACKGROUND: ReadonlySet<CallPurpose> = new Set(["refresh", "recheck"]);

/** MAX_CALLS_PER_REQUEST: while calls are free, every sender can complete one request. */
const SMALLEST_SHARE = 3;

type Counts = Record<CallPurpose, number>;

/** After the clock went back, calls in the future count as made now. */
function forgetOldCalls(calls: GrantedCall[], now: number): void {
  for (const call of calls) call[0] = Math.min(call[0], now);
  const kept = calls.findIndex(([at]) => at > now - BUDGET_WINDOW_MS);
  calls.splice(0, kept < 0 ? calls.length : kept);
}

function countCalls(calls: GrantedCall[]): Counts {
  const counts: Counts = { visitor: 0, newcomer: 0, refresh: 0, recheck: 0 };
  for (const [, purpose] of calls) counts[purpose] += 1;
  return counts;
}

/** Free calls of the purpose's share, and of those that no purpose has reserved. */
function freeCalls(counts: Counts, purpose: CallPurpose): number {
  const reserved = BACKGROUND.has(purpose) ? RESERVED_FROM_BACKGROUND : RESERVED;
  let taken = 0;
  for (const one of PURPOSES) {
    taken += one === purpose ? counts[one] : Math.max(counts[one], reserved[one]);
  }
  return Math.max(RESERVED[purpose] - counts[purpose], CALLS_PER_MINUTE - taken, 0);
}

const isBy = ([, purpose, sender]: GrantedCall, caller: Caller): boolean =>
  caller.sender !== undefined && sender === caller.sender && purpose === caller.purpose;

/**
 * A sender is over its share once its calls of the last minute reach the number of free ones: one alone gets half of its
 * purpose's calls, and `n` busy senders get 1/(n + 1) each.
 */
const isOverShare = (own: number, free: number): boolean => own >= Math.max(SMALLEST_SHARE, free);

function waitFor(calls: GrantedCall[], counts: Counts, own: number, caller: Caller, now: number) {
  const left = { ...counts };
  let ownLeft = own;
  for (const call of calls) {
    left[call[1]] -= 1;
    if (isBy(call, caller)) ownLeft -= 1;
    const free = freeCalls(left, caller.purpose);
    if (free > 0 && !isOverShare(ownLeft, free)) return call[0] + BUDGET_WINDOW_MS - now;
  }
  return 0;
}

/** Whether `caller` can make a call now; counts none. */
export function peekBudget(calls: GrantedCall[], caller: Caller, now: number): BudgetAnswer {
  forgetOldCalls(calls, now);
  const counts = countCalls(calls);
  const free = freeCalls(counts, caller.purpose);
  const own = calls.filter((call) => isBy(call, caller)).length;
  const isOver = isOverShare(own, free);
  const isGranted = free > 0 && !isOver;
  return {
    isGranted,
    isOverShare: isOver,
    isAllTaken: free === 0,
    isReserved: counts[caller.purpose] < RESERVED[caller.purpose],
    pressure: Math.min(1, calls.length / CALLS_PER_MINUTE),
    waitMs: isGranted ? 0 : waitFor(calls, counts, own, caller, now),
  };
}

/** The returned pressure includes this call. */
export function takeCall(calls: GrantedCall[], caller: Caller, now: number): BudgetAnswer {
  const answer = peekBudget(calls, caller, now);
  if (!answer.isGranted) return answer;
  calls.push([now, caller.purpose, caller.sender]);
  return { ...answer, pressure: Math.min(1, calls.length / CALLS_PER_MINUTE) };
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
