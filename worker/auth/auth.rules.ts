import type { AccountUser } from "#schema/api/auth.ts";

/** The columns of an account that its owner can see. */
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

/** ASCII only, like SQLite's lower(): toLowerCase() turns the Kelvin sign into k, one name into another. */
export const asciiLower = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
