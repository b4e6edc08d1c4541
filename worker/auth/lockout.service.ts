import { MINUTE_MS } from "#schema/time.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { signText } from "#worker/signatures.ts";
import {
  countersThatRefuse,
  lockoutEnd,
  lockoutCounters,
  type Attempt,
  type CounterStates,
  type LockoutCounters,
  type Trust,
} from "./lockout.rules.ts";
import { countFailure, readCounterStates } from "./lockout.store.ts";

/** Returns null where rate limits are off, which turns off lockouts too. */
export async function countersOf(deps: Deps, attempt: Attempt): Promise<LockoutCounters | null> {
  if (!deps.config.rateLimits) return null;
  return lockoutCounters(attempt, (text) => signText(deps, "lockout", text));
}

/** The forms show the sentence, so it names the wait. */
function locked(milliseconds: number): AppError {
  const minutes = Math.ceil(milliseconds / MINUTE_MS);
  const wait = minutes > 1 ? `${minutes} minutes` : "a minute";
  const message = `Too many failed attempts. Please wait ${wait} and try again.`;
  return new AppError("auth.locked", { message, retryAfterSeconds: milliseconds / 1000 });
}

export interface LockoutCheck {
  counters: LockoutCounters | null;
  trust: Trust;
}

export function refuseIfLocked(
  { clock }: Pick<Deps, "clock">,
  { counters, trust }: LockoutCheck,
  states: CounterStates,
): void {
  const until = counters && lockoutEnd(states, countersThatRefuse(counters, trust));
  if (until !== null) throw locked(until - clock.now());
}

/** Reads the counters and throws while a lockout holds. */
export async function refuseIfLockedNow(deps: Pick<Deps, "db" | "clock">, check: LockoutCheck) {
  if (check.counters === null) return;
  refuseIfLocked(deps, check, await readCounterStates(deps.db, check.counters, deps.clock.now()));
}

/** A lockout that ended while the attempt was checked. */
const SHORTEST_LOCKOUT_MS = 1_000;

/** Counts a failed attempt and throws; past the limit the error is auth.locked. */
export async function refuse(
  deps: Pick<Deps, "db" | "clock">,
  check: LockoutCheck,
  code: "auth.invalid_credentials" | "auth.wrong_password" | "admin.invalid_credentials",
): Promise<never> {
  const { counters, trust } = check;
  if (counters !== null && !(await countFailure(deps.db, counters, trust, deps.clock.now()))) {
    await refuseIfLockedNow(deps, check);
    throw locked(SHORTEST_LOCKOUT_MS);
  }
  throw new AppError(code);
}
