import { argon2Hash, argon2Verify, type Argon2Cost } from "./argon2.ts";

/** Hashing as a port, so that tests which are not about the hash do not pay for it. */
export interface Passwords {
  hash(password: string): string;
  verify(encoded: string, password: string): boolean;
  /** Made at another cost than today's: to be made anew when the password is next at hand. */
  isOutdated(encoded: string): boolean;
  /** A hash at today's cost that no password is known to fit: what an unknown name is checked against. */
  readonly decoy: string;
}

/** OWASP's minimum for Argon2id, and what leaves room in an isolate of 128 MB. */
const COST: Argon2Cost = { memoryKiB: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;

/** Two keyboards may spell one letter in two ways; both have to open the account. */
const bytesOf = (password: string) => new TextEncoder().encode(password.normalize("NFC"));

export function makePasswords(cost: Argon2Cost = COST): Passwords {
  const prefix = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.lanes}$`;
  return {
    hash: (password) =>
      argon2Hash(bytesOf(password), crypto.getRandomValues(new Uint8Array(SALT_BYTES)), cost),
    verify: (encoded, password) => argon2Verify(encoded, bytesOf(password)),
    isOutdated: (encoded) => !encoded.startsWith(prefix),
    decoy: `${prefix}${"A".repeat(22)}$${"A".repeat(43)}`,
  };
}
