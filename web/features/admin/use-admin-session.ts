import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryKeys } from "#schema/queries.ts";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { focusMain } from "#web/lib/focus-main.ts";
import { endAdminToken, useAdminToken } from "./admin-token.ts";

/** Login and panel replace each other at one address: the focus moves to the new one, as after a change of page. */
function useFocusOnChange(isSignedIn: boolean): void {
  const shown = useRef(isSignedIn);
  useEffect(() => {
    if (shown.current === isSignedIn) return;
    shown.current = isSignedIn;
    focusMain();
  }, [isSignedIn]);
}

export interface AdminSession {
  isSignedIn: boolean;
  /** The server no longer accepts the last token, in whichever tab the 401 arrived; false after a logout. */
  hasEnded: boolean;
}

/** Drops the token when the server no longer accepts it, and admin data when there is no token. */
export function useAdminSession(): AdminSession {
  const client = useQueryClient();
  const { token, hasEnded } = useAdminToken();
  useFocusOnChange(Boolean(token));

  useEffect(() => {
    return onAuthLost((lost) => {
      if (lost === "admin") endAdminToken();
    });
  }, []);

  // The token is also gone after a logout in another tab.
  useEffect(() => {
    if (token) return;
    client.removeQueries({ queryKey: queryKeys.admin() });
    client.removeQueries({ queryKey: queryKeys.feedback() });
  }, [token, client]);

  return { isSignedIn: Boolean(token), hasEnded };
}
