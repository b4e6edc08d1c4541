import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import {
  countersThatRefuse,
  LOCKOUT_WINDOW_MS,
  lockoutEnd,
  lockoutKeys,
  type Attempt,
  type CounterStates,
  type LockoutKeys,
  type Trust,
} from "./lockout.rules.ts";
import { countFailure, readCounterStates } from "./lockout.store.ts";

/** Returns null where rate limits are off, which turns off lockouts too. */
export async function keysFor(
  { config }: Pick<Deps, "config">,
  attempt: Attempt,
): Promise<LockoutKeys | null> {
  return config.rateLimits ? lockoutKeys(attempt) : null;
}

const locked = (milliseconds: number) =>
  new AppError("auth.locked", { retryAfterSeconds: milliseconds / 1000 });

export interface LockoutCheck {
  keys: LockoutKeys | null;
  trust: Trust;
}

export function refuseIfLocked(
  { clock }: Pick<Deps, "clock">,
  { keys, trust }: LockoutCheck,
  states: CounterStates,
): void {
  const until = keys && lockoutEnd(states, countersThatRefuse(keys, trust));
  if (until !== null) throw locked(until - clock.now());
}

/** Reads the counters and throws while a lockout holds. */
export async function refuseIfLockedNow(deps: Pick<Deps, "db" | "clock">, check: LockoutCheck) {
  if (check.keys === null) return;
  refuseIfLocked(deps, check, await readCounterStates(deps.db, check.keys, deps.clock.now()));
}

/** Counts a failed attempt and throws; past the limit the error is auth.locked. */
export async function refuse(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { keys, trust }: LockoutCheck,
  code: "auth.invalid_credentials" | "auth.wrong_password" | "admin.invalid_credentials",
): Promise<never> {
  if (keys !== null && !(await countFailure(db, keys, trust, clock.now()))) {
    throw locked(LOCKOUT_WINDOW_MS);
  }
  throw new AppError(code);
}
