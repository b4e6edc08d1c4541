import type { QueryClient } from "@tanstack/react-query";
import type {
  AuthStatusResponse,
  LoginRequest,
  MessageResponse,
  SignupRequest,
  UserEnvelope,
} from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { request } from "#web/api/client.ts";
import { forgetVotes } from "#web/features/hearts/heart-cache.ts";
import { SIGNED_OUT } from "./session.queries.ts";
import { tellOtherTabs } from "./session-news.ts";

/** What belongs to one person must not be seen by the next one at the same page. */
function forgetPerson(client: QueryClient): void {
  forgetVotes(client);
  client.removeQueries({ queryKey: queryKeys.preferences() });
  client.removeQueries({ queryKey: queryKeys.saved("users") });
  client.removeQueries({ queryKey: queryKeys.saved("posts") });
}

/** Every change of who is signed in comes through here. */
function apply(client: QueryClient, next: AuthStatusResponse): void {
  const queryKey = queryKeys.session();
  void client.cancelQueries({ queryKey });
  const before = client.getQueryData<AuthStatusResponse>(queryKey);
  client.setQueryData(queryKey, next);
  if (before?.user?.id !== next.user?.id) forgetPerson(client);
}

function enter(client: QueryClient, { user }: UserEnvelope): void {
  apply(client, { isAuthenticated: true, user });
  tellOtherTabs();
}

export async function signIn(client: QueryClient, body: LoginRequest): Promise<void> {
  enter(client, await request<UserEnvelope>("/api/auth/login", { method: "POST", body }));
}

export async function signUp(client: QueryClient, body: SignupRequest): Promise<void> {
  enter(client, await request<UserEnvelope>("/api/auth/signup", { method: "POST", body }));
}

export async function signOut(client: QueryClient): Promise<void> {
  await request<MessageResponse>("/api/auth/logout", { method: "POST" });
  sessionEnded(client);
}

/** The server says that nobody is signed in any more. */
export function sessionEnded(client: QueryClient): void {
  apply(client, SIGNED_OUT);
  tellOtherTabs();
}

/** Another tab has news. When they cannot be had, the next call to the API brings them. */
export async function refreshSession(client: QueryClient): Promise<void> {
  const status = await request<AuthStatusResponse>("/api/auth/status").catch(() => null);
  if (status) apply(client, status);
}
