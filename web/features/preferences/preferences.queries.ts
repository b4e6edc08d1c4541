import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Preferences, PreferencesResponse } from "#schema/api/preferences.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { queryKeys } from "#schema/queries.ts";
import { fetchByKey } from "#web/api/query-client.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";

const LOAD_FAILED = {
  title: "Error Loading Preferences",
  sentence: "Failed to fetch user preferences",
} as const;

/** By the specification the message tells, and the defaults are used without a word. */
const isAboutSession = (error: unknown) => /Authentication|401/.test(String(error));

const preferencesQuery = () =>
  queryOptions({
    queryKey: queryKeys.preferences(),
    queryFn: async (context) => {
      try {
        const answer = await fetchByKey<PreferencesResponse | null>(context, "null");
        return answer && answer.preferences;
      } catch (error) {
        // Those that are known are requested after a failed change, whose own message stays.
        const isKnown = context.client.getQueryData(context.queryKey);
        if (!isKnown && !context.signal.aborted && !isAboutSession(error))
          showFailure(error, LOAD_FAILED);
        throw error;
      }
    },
    // Each row of the waiting list mounts this query: a retry on mount would repeat a failed call and its toast.
    retryOnMount: false,
  });

/** The defaults for signed-out visitors, while loading and after a failure. */
export function usePreferences(): Preferences {
  const { isAuthenticated } = useSession();
  const { data } = useQuery({ ...preferencesQuery(), enabled: isAuthenticated });
  return (isAuthenticated && data) || DEFAULT_PREFERENCES;
}
