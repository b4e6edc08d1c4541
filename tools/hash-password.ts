import { hash } from "@node-rs/argon2";
import { PASSWORD_COST } from "#schema/password-cost.ts";

/** Makes the same hash as the Worker. Argon2id is this package's default. */
export function hashPassword(password: string): Promise<string> {
  const { memoryKiB, passes, lanes } = PASSWORD_COST;
  const cost = { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes };
  return hash(password.normalize("NFC"), cost);
}
