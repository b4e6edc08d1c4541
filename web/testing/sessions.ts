import type { AccountUser, AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";

export const MEMBER: AccountUser = {
  id: "7f3b2a54-0000-4000-8000-000000000001",
  username: "visitor",
  email: null,
  displayName: null,
  isVerified: false,
  createdAt: "2026-11-20T12:00:00.000Z",
  lastLoginAt: null,
};

export const signedIn: AuthStatusResponse = { isAuthenticated: true, user: MEMBER };

export const signedOut: AuthStatusResponse = { isAuthenticated: false, user: null };

export function clientOf(session: AuthStatusResponse) {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), session);
  return client;
}
