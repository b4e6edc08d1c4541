import { queryOptions, useQuery } from "@tanstack/react-query";
import type { AccountUser, AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { readKey } from "#web/api/query-client.ts";

export const SIGNED_OUT: AuthStatusResponse = { isAuthenticated: false, user: null };

/** Who is looking. A failure to find out counts as signed out. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: queryKeys.session(),
    queryFn: (context) => readKey<AuthStatusResponse>(context).catch(() => SIGNED_OUT),
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
