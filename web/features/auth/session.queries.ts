import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AccountUser, AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { firstPictureShown } from "./first-picture.ts";
import { fetchByKey } from "#web/api/query-client.ts";

export const SIGNED_OUT: AuthStatusResponse = { isAuthenticated: false, user: null };

/** Asked for after the first picture, which it would compete with. A failed request counts as signed out. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: queryKeys.session(),
    queryFn: async (context) => {
      await firstPictureShown();
      return fetchByKey<AuthStatusResponse>(context).catch(() => SIGNED_OUT);
    },
  });

export interface Session {
  isPending: boolean;
  isAuthenticated: boolean;
  user: AccountUser | null;
}

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery());
  return {
    isPending,
    isAuthenticated: data?.isAuthenticated ?? false,
    user: data?.user ?? null,
  };
}
