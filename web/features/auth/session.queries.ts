import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { firstPictureShown } from "./first-picture.ts";
import { fetchByKey } from "#web/api/query-client.ts";

export interface KnownSession extends AuthStatusResponse {
  /** The session was live on this page and ended without a logout in this tab. The login page says so. */
  hasEnded?: boolean;
  /** Kept when the session ends, so that the login page can suspect blocked cookies. */
  beganOnThisPage?: boolean | undefined;
}

export const SIGNED_OUT: KnownSession = { isAuthenticated: false, user: null };

export const withEnd = (
  before: KnownSession | undefined,
  status: AuthStatusResponse,
): KnownSession =>
  !status.isAuthenticated && (before?.isAuthenticated || before?.hasEnded)
    ? { ...status, hasEnded: true }
    : status;

/**
 * Requested after the first picture, with which it would share the bandwidth. A failed request counts as signed out,
 * until a new page, a press of a heart or the return of the network repeats it.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: queryKeys.session(),
    queryFn: async (context) => {
      await firstPictureShown();
      const status = await fetchByKey<AuthStatusResponse>(context);
      return withEnd(context.client.getQueryData<KnownSession>(context.queryKey), status);
    },
  });

/** `retryOnMount`: whether mounting the component repeats a failed request. */
export function useSession(options?: { retryOnMount: boolean }) {
  const query = useQuery({ ...sessionQuery(), ...options });
  const { data = SIGNED_OUT, isPending, error, refetch } = query;
  const { isAuthenticated, user, hasEnded = false } = data;
  /** The server refused it in the page where it began, as it does where the browser keeps no cookies. */
  const isRefused = hasEnded && Boolean(data.beganOnThisPage);
  return { isPending, isAuthenticated, user, hasEnded, isRefused, error, refetch };
}
