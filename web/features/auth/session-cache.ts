import type { QueryClient } from "@tanstack/react-query";
import type { AuthStatusResponse, UserEnvelope } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { forgetUserData } from "#web/api/user-data.ts";
import { claimDrafts } from "#web/lib/stored-drafts.ts";
import { announceSessionChange } from "./session-broadcast.ts";
import { type KnownSession, SIGNED_OUT, withEnd } from "./session.queries.ts";

/** Of the session in this tab, and announcements of others. */
let changes = 0;

/** Every change of the session goes through this function. */
function setSession(
  client: QueryClient,
  change: (before: KnownSession | undefined) => KnownSession,
): void {
  const queryKey = queryKeys.session();
  void client.cancelQueries({ queryKey });
  const before = client.getQueryData<KnownSession>(queryKey);
  const next = change(before);
  // Words typed before a login are its member's, also if their form stays closed until the session has ended.
  for (const { user } of [before ?? next, next]) if (user) claimDrafts(user.id);
  client.setQueryData(queryKey, next);
  if (before?.user?.id !== next.user?.id) forgetUserData(client);
}

export function startSession(client: QueryClient, { user }: UserEnvelope): void {
  changes += 1;
  setSession(client, () => ({ isAuthenticated: true, user, beganOnThisPage: true }));
  announceSessionChange();
}

/** For a logout or a deleted account. */
export function endSession(client: QueryClient): void {
  changes += 1;
  setSession(client, () => SIGNED_OUT);
  announceSessionChange();
}

/**
 * For a session that the server no longer accepts. The refused call can be older than the session that another tab has
 * announced, so the answer of a pending refresh still counts.
 */
export function expireSession(client: QueryClient): void {
  setSession(client, (before) => ({
    ...withEnd(before, SIGNED_OUT),
    beganOnThisPage: before?.beganOnThisPage,
  }));
  announceSessionChange();
}

/** After an announcement by another tab. If the request fails, the next API call notices the change. */
export async function refreshSession(client: QueryClient): Promise<void> {
  const path = pathOfKey(queryKeys.session());
  changes += 1;
  const at = changes;
  const status = await request<AuthStatusResponse>(path).catch(() => null);
  // Drops an answer that is older than the last change or announcement.
  if (status && at === changes) setSession(client, (before) => withEnd(before, status));
}
