import { queryOptions } from "@tanstack/react-query";
import type { BadgesResponse } from "#schema/api/badges.ts";
import { queryKeys } from "#schema/queries.ts";
import { readKey } from "#web/api/query-client.ts";

export const badgesQuery = (username: string) =>
  queryOptions({
    queryKey: queryKeys.badges(username),
    queryFn: async (context) => (await readKey<BadgesResponse>(context)).badges,
  });
