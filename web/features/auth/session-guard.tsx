import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { type LostAuth, onAuthLost } from "#web/api/auth-lost.ts";
import { paths } from "#web/paths.ts";
import { onOtherTabsSession } from "./session-broadcast.ts";
import { expireSession, refreshSession } from "./session-cache.ts";
import { sessionQuery } from "./session.queries.ts";
import type { AuthState } from "./login-link.ts";

/** Opens the login when the server no longer accepts the session, or when a signed-out visitor asks for it. */
export function SessionGuard() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();

  const openLogin = useEffectEvent((lost: LostAuth) => {
    const isShown = client.getQueryData(sessionQuery().queryKey)?.isAuthenticated;
    if (lost === "admin" || (lost === "session" && !isShown)) return;
    const state: AuthState = { isBehind: true };
    // The account page replaces its own history entry by the login. With an entry added, Back would lead to the login
    // again.
    if (pathname !== paths.account())
      void navigate(paths.login(pathname + search + hash), { state });
    if (lost === "session") expireSession(client);
  });

  useEffect(() => onAuthLost(openLogin), []);
  useEffect(() => onOtherTabsSession(() => void refreshSession(client)), [client]);
  return null;
}
