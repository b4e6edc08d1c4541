import { useLocation } from "react-router";
import { paths } from "#web/paths.ts";

/** Router state of /login and /signup. */
export interface AuthState {
  /** The history entry behind is the page that led here, or the other of the two with the same state. */
  isBehind?: boolean;
}

/**
 * Props of a link to login or sign-up, which take along the page it stands on: as the query, and as the way back in the
 * history. Between the two pages both are handed on.
 */
export function useWayBack(): (path: string) => { to: string; state: AuthState | null } {
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
