import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { paths } from "#web/paths.ts";
import { refreshSession, sessionEnded } from "./session.actions.ts";
import { sessionQuery } from "./session.queries.ts";
import { onOtherTabsNews } from "./session-news.ts";

/** Told to the login page, which then says why one is there. */
export interface LoginState {
  sessionEnded?: boolean;
}

/** The one place that notices the end of a session, and leads to the login and back again. */
export function SessionGuard() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();

  const lost = useEffectEvent(() => {
    const session = client.getQueryData(sessionQuery().queryKey);
    if (!session?.isAuthenticated) return;
    const state: LoginState = { sessionEnded: true };
    void navigate(paths.login(pathname + search + hash), { state });
    sessionEnded(client);
  });

  useEffect(() => onAuthLost((what) => what === "session" && lost()), []);
  useEffect(() => onOtherTabsNews(() => void refreshSession(client)), [client]);
  return null;
}
