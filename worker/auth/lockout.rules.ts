import { asciiLower } from "./auth.rules.ts";
import { digest } from "./tokens.ts";

export const LOCKOUT_WINDOW_MS = 15 * 60_000;
/** From one address: what a person who forgot a password gets. */
export const FAILURES_HERE = 10;
/** From all addresses together: many machines are no way round, few cannot lock a stranger out. */
export const FAILURES_EVERYWHERE = 100;

/** Which counters an attempt belongs to. Hashes: the table does not say who was tried from where. */
export interface LockoutKeys {
  here: string;
  everywhere: string;
}

export async function lockoutKeys(submittedName: string, address: string): Promise<LockoutKeys> {
  const name = asciiLower(submittedName);
  const [here, everywhere] = await Promise.all([
    digest(`login\n${name}\n${address}`),
    digest(`login\n${name}`),
  ]);
  return { here, everywhere };
}
