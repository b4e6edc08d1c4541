import type { QueryClient } from "@tanstack/react-query";
import type { AuthStatusResponse, UserEnvelope } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { forgetUserData } from "#web/api/user-data.ts";
import { announceSessionChange } from "./session-broadcast.ts";
import { SIGNED_OUT } from "./session.queries.ts";

let refresh: AbortController | null = null;

/** Every change of the session comes through here. */
function setSession(client: QueryClient, next: AuthStatusResponse): void {
  // An answer on its way is older than this change.
  refresh?.abort();
  const queryKey = queryKeys.session();
  void client.cancelQueries({ queryKey });
  const before = client.getQueryData<AuthStatusResponse>(queryKey);
  client.setQueryData(queryKey, next);
  if (before?.user?.id !== next.user?.id) forgetUserData(client);
}

export function startSession(client: QueryClient, { user }: UserEnvelope): void {
  setSession(client, { isAuthenticated: true, user });
  announceSessionChange();
}

export function endSession(client: QueryClient): void {
  setSession(client, SIGNED_OUT);
  announceSessionChange();
}

/** After another tab's announcement. If it fails, the next call to the API notices the change. */
export async function refreshSession(client: QueryClient): Promise<void> {
  const path = pathOfKey(queryKeys.session());
  refresh?.abort();
  refresh = new AbortController();
  const { signal } = refresh;
  const status = await request<AuthStatusResponse>(path, { signal }).catch(() => null);
  if (status) setSession(client, status);
}
