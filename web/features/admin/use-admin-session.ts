import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryKeys } from "#schema/queries.ts";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { focusMain } from "#web/lib/focus-main.ts";
import { storeAdminToken, useAdminToken } from "./admin-token.ts";

/** Login and panel replace each other at one address: the focus moves to the new one, as after a change of page. */
function useFocusOnChange(isSignedIn: boolean): void {
  const shown = useRef(isSignedIn);
  useEffect(() => {
    if (shown.current === isSignedIn) return;
    shown.current = isSignedIn;
    focusMain();
  }, [isSignedIn]);
}

/** Drops the token when the server no longer accepts it, and admin data when there is no token. */
export function useAdminSession(): { isSignedIn: boolean; hasEnded: boolean } {
  const client = useQueryClient();
  const token = useAdminToken();
  const [hasEnded, setEnded] = useState(false);
  useFocusOnChange(Boolean(token));
  // After a new login, a later logout must not look like an expired session.
  if (token && hasEnded) setEnded(false);

  useEffect(() => {
    return onAuthLost((lost) => {
      if (lost !== "admin") return;
      storeAdminToken(null);
      setEnded(true);
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
