import { queryOptions } from "@tanstack/react-query";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError } from "#web/api/api-error.ts";
import { fetchByKey } from "#web/api/query-client.ts";
import { badgeError } from "./badge-error.ts";
import { badgesMessages } from "./badges.messages.ts";

export const badgesQuery = (username: string) =>
  queryOptions({
    queryKey: queryKeys.badges(username),
    queryFn: async (context) => {
      try {
        return (await fetchByKey<BadgesResponse>(context)).badges;
      } catch (error) {
        if (context.signal.aborted) throw error;
        // The profile is shown by the companion. Nothing failed, and a refresh would not find the user either.
        if (error instanceof ApiError && error.code === "badges.user_not_found") return null;
        throw badgeError(error, badgesMessages.fetchFailed);
      }
    },
  });
