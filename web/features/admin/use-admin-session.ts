import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryKeys } from "#schema/queries.ts";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { storeAdminToken, useAdminToken } from "./admin-token.ts";

/** Login and panel take each other's place at one address: the focus goes to the new one, as after a change of page. */
function useFocusOnChange(isSignedIn: boolean): void {
  const shown = useRef(isSignedIn);
  useEffect(() => {
    if (shown.current === isSignedIn) return;
    shown.current = isSignedIn;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [isSignedIn]);
}

/** Drops the token when the server no longer accepts it, and without a token what only an admin may read. */
export function useAdminSession(): { isSignedIn: boolean; hasEnded: boolean } {
  const client = useQueryClient();
  const token = useAdminToken();
  const [hasEnded, setEnded] = useState(false);
  useFocusOnChange(Boolean(token));
  // The next login begins a session that has not ended: a logout from it is no expiry.
  if (token && hasEnded) setEnded(false);

  useEffect(() => {
    return onAuthLost((lost) => {
      if (lost !== "admin") return;
      storeAdminToken(null);
      setEnded(true);
    });
  }, []);

  // A logout in another tab takes the token as well.
  useEffect(() => {
    if (token) return;
    client.removeQueries({ queryKey: queryKeys.admin() });
    client.removeQueries({ queryKey: queryKeys.feedback() });
  }, [token, client]);

  return { isSignedIn: Boolean(token), hasEnded };
}
