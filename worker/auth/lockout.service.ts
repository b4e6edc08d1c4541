import { sweep } from "#worker/cron/sweep.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { LOCKOUT_WINDOW_MS, lockoutKeys, type LockoutKeys } from "./lockout.rules.ts";
import { countFailure, FAILURE_WINDOWS } from "./lockout.store.ts";

/** Null where rate limits are lifted, which lifts the lockout too. */
export async function keysFor(
  { config }: Pick<Deps, "config">,
  submittedName: string,
  address: string,
): Promise<LockoutKeys | null> {
  return config.rateLimits ? lockoutKeys(submittedName, address) : null;
}

const locked = (milliseconds: number) =>
  new AppError("auth.locked", { retryAfterSeconds: milliseconds / 1000 });

export function refuseIfLocked({ clock }: Pick<Deps, "clock">, until: number | null): void {
  if (until !== null) throw locked(until - clock.now());
}

/** Counts a failed attempt and says so; past the limit it says no more whether the password was right. */
export async function refuse(
  { db, clock }: Pick<Deps, "db" | "clock">,
  keys: LockoutKeys | null,
  code: "auth.invalid_credentials" | "auth.wrong_password",
): Promise<never> {
  if (keys !== null && !(await countFailure(db, keys, clock.now()))) {
    throw locked(LOCKOUT_WINDOW_MS);
  }
  throw new AppError(code);
}

export const sweepLockouts = sweep("lockouts", FAILURE_WINDOWS);
