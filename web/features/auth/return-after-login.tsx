import { useEffect, useRef } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { safeReturnUrl } from "#web/lib/return-url.ts";
import type { AuthState } from "./login-link.ts";

/** One step at a time: the entry behind may be the other form's page, which then steps back once more. */
function StepBack({ entry }: { entry: string }) {
  const navigate = useNavigate();
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (left.current === entry) return;
    left.current = entry;
    void navigate(-1);
  }, [navigate, entry]);
  return null;
}

/**
 * Sends signed-in visitors of /login and /signup to the page they came from, else to `returnUrl`, else home (decision
 * 121).
 */
export function ReturnAfterLogin() {
  const { search, state, key } = useLocation();
  if ((state as AuthState | null)?.isBehind) return <StepBack entry={key} />;
  const wanted = new URLSearchParams(search).get("returnUrl");
  return <Navigate to={safeReturnUrl(wanted)} replace />;
}
