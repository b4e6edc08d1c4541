import { queryOptions } from "@tanstack/react-query";
import type { NsfwSubredditsResponse } from "#schema/api/nsfw-subreddits.ts";
import { queryKeys } from "#schema/queries.ts";
import { fetchByKey } from "#web/api/query-client.ts";

export const nsfwSubredditsQuery = () =>
  queryOptions({
    queryKey: queryKeys.nsfwSubreddits(),
    queryFn: async (context) => (await fetchByKey<NsfwSubredditsResponse>(context)).subreddits,
  });
