import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type PreferencesResponse,
} from "#schema/api/preferences.ts";
import { queryKeys } from "#schema/queries.ts";
import { readKey } from "#web/api/query-client.ts";
import { useSession } from "#web/features/auth/session.queries.ts";

export const preferencesQuery = () =>
  queryOptions({
    queryKey: queryKeys.preferences(),
    queryFn: async (context) => (await readKey<PreferencesResponse>(context)).preferences,
  });

/** The signed-in person's choice; the defaults for a visitor, while loading and after a failure. */
export function usePreferences(): Preferences {
  const { isAuthenticated } = useSession();
  const { data } = useQuery({ ...preferencesQuery(), enabled: isAuthenticated });
  return (isAuthenticated && data) || DEFAULT_PREFERENCES;
}
