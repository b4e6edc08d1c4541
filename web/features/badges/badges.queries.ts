import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { readKey } from "#web/api/query-client.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { badgesMessages } from "./badges.messages.ts";

/** Badge calls say their status where there is one; without an answer, what was tried. */
function badgeError(error: unknown, fallback: string): Error {
  const status = error instanceof ApiError ? error.status : 0;
  return new Error(status ? badgesMessages.httpError(status) : fallback, { cause: error });
}

export const badgesQuery = (username: string) =>
  queryOptions({
    queryKey: queryKeys.badges(username),
    queryFn: async (context) => {
      try {
        return (await readKey<BadgesResponse>(context)).badges;
      } catch (error) {
        if (context.signal.aborted) throw error;
        throw badgeError(error, badgesMessages.fetchFailed);
      }
    },
  });

export function useRefreshBadges(username: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.badges(username);
  return useMutation({
    mutationFn: () => request<BadgesResponse>(`${pathOfKey(queryKey)}/refresh`, { method: "POST" }),
    onSuccess: ({ badges }) => client.setQueryData(queryKey, badges),
    onError: (error) => {
      const { message } = badgeError(error, badgesMessages.refreshFailed);
      const title = badgesMessages.refreshFailed;
      const description = message === title ? undefined : message;
      showToast({ title, description, tone: "destructive" });
    },
  });
}
