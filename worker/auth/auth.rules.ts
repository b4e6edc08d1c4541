import type { AccountUser } from "#schema/api/auth.ts";

/** The columns of an account that its owner can see. */
export interface AccountRow extends Omit<AccountUser, "createdAt" | "lastLoginAt"> {
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
