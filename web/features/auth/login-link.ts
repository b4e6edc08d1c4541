import { useLocation } from "react-router";
import { paths } from "#web/paths.ts";

/** Router state of /login and /signup. */
export interface AuthState {
  /** The history entry behind is the page the visitor came from, or the other form's page with the same state. */
  isBehind?: boolean;
}

/**
 * Props for a link to login or sign-up: the current page becomes the `returnUrl` and the entry to go back to. Links
 * between the two forms pass both on.
 */
export function useLoginLink(): (path: string) => { to: string; state: AuthState | null } {
  const { pathname, search, state } = useLocation();
  const isThere = pathname === paths.login() || pathname === paths.signup();
  const query =
    isThere || pathname === paths.home()
      ? search
      : `?returnUrl=${encodeURIComponent(pathname + search)}`;
  return (path) => ({
    to: path + query,
    state: isThere ? (state as AuthState | null) : { isBehind: true },
  });
}
