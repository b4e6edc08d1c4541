import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { useAdminToken } from "./admin-token.ts";
import { forgetAdmin } from "./admin.mutations.ts";

/** Drops the token when the server no longer accepts it. */
export function useAdminSession(): { isSignedIn: boolean; hasEnded: boolean } {
  const client = useQueryClient();
  const token = useAdminToken();
  const [hasEnded, setEnded] = useState(false);
  // The next login begins a session that has not ended: a logout from it is no expiry.
  if (token && hasEnded) setEnded(false);

  useEffect(() => {
    return onAuthLost((lost) => {
      if (lost !== "admin") return;
      forgetAdmin(client);
      setEnded(true);
    });
  }, [client]);

  return { isSignedIn: Boolean(token), hasEnded };
}
