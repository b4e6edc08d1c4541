import type { AccountUser } from "#schema/api/auth.ts";

/** The columns of an account that its owner may see. */
export interface AccountRow {
  id: string;
  username: string;
  email: string | null;
  displayName: string | null;
  isVerified: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

export function toAccountUser(row: AccountRow): AccountUser {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    displayName: row.displayName,
    isVerified: row.isVerified,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  };
}

/**
 * Lower case as the database's lower() has it: ASCII only. JavaScript's would turn the Kelvin sign
 * into a k, and so one name into another's.
 */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
