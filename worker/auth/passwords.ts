import { PASSWORD_COST } from "#schema/password-cost.ts";
import { argon2Hash, argon2Verify, type Argon2Cost } from "./argon2.ts";

/** Password hashing as a port, so that other tests can use a lower cost. */
export interface Passwords {
  hash(password: string): string;
  verify(encoded: string, password: string): boolean;
  /** The cost is not today's: the password is hashed again at the next login. */
  isOutdated(encoded: string): boolean;
  /** A hash at today's cost that no known password matches, for logins with an unknown name. */
  readonly decoy: string;
}

const SALT_BYTES = 16;

/** Keyboards differ in how they compose a letter; NFC makes both spellings one password. */
const bytesOf = (password: string) => new TextEncoder().encode(password.normalize("NFC"));

export function makePasswords(cost: Argon2Cost = PASSWORD_COST): Passwords {
  const prefix = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.lanes}$`;
  return {
    hash: (password) =>
      argon2Hash(bytesOf(password), crypto.getRandomValues(new Uint8Array(SALT_BYTES)), cost),
    verify: (encoded, password) => argon2Verify(encoded, bytesOf(password)),
    isOutdated: (encoded) => !encoded.startsWith(prefix),
    decoy: `${prefix}${"A".repeat(22)}$${"A".repeat(43)}`,
  };
}
