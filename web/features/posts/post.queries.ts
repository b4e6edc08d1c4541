import { queryOptions } from "@tanstack/react-query";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { PostResponse } from "#schema/api/posts.ts";
import { queryKeys } from "#schema/queries.ts";
import { fetchByKey } from "#web/api/query-client.ts";

/** For a link that opens a post outside its list. What the server's source does not know, the companion is asked for. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.post(id),
    queryFn: async (context) => {
      try {
        return (await fetchByKey<PostResponse>(context)).post;
      } catch (error) {
        if (!document.documentElement.hasAttribute(COMPANION_ATTRIBUTE)) throw error;
        const { fetchOwnPost } = await import("#web/features/companion/companion-listing.ts");
        return fetchOwnPost(context, id, error);
      }
    },
  });
