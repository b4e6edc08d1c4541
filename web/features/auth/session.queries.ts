import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AccountUser, AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { firstPictureShown } from "./first-picture.ts";
import { fetchByKey } from "#web/api/query-client.ts";

export const SIGNED_OUT: AuthStatusResponse = { isAuthenticated: false, user: null };

/**
 * Asked for after the first picture, which it would compete with. A failed request counts as signed out, until the next
 * page, press of a heart or return of the network asks again.
 */
export const sessionQuery = () =>
  queryOptions({
    queryKey: queryKeys.session(),
    queryFn: async (context) => {
      await firstPictureShown();
      return fetchByKey<AuthStatusResponse>(context);
    },
    refetchOnReconnect: true,
  });

export interface Session {
  isPending: boolean;
  isAuthenticated: boolean;
  user: AccountUser | null;
}

/** `retryOnMount`: whether a request that failed is repeated when the component is mounted. */
export function useSession(retryOnMount = true): Session {
  const { data, isPending } = useQuery({ ...sessionQuery(), retryOnMount });
  return {
    isPending,
    isAuthenticated: data?.isAuthenticated ?? false,
    user: data?.user ?? null,
  };
}
