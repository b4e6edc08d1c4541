import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { Post, PostResponse } from "#schema/api/posts.ts";
import { queryKeys } from "#schema/queries.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { requestHeartStatus } from "#web/features/hearts/heart-status.ts";
import { failForMissingChunk } from "#web/lib/missing-chunk.ts";

/** Fetches the missing count. If that fails, the heart stays without one. */
async function fillHeart(client: QueryClient, { id }: Post): Promise<void> {
  const { heartCount } = await requestHeartStatus({ type: "post", id });
  client.setQueryData<Post>(queryKeys.post(id), (post) => post && { ...post, heartCount });
}

/** For links to a post outside a list. A post that the server does not know is read through the companion. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.post(id),
    queryFn: async (context) => {
      try {
        const { client, queryKey, signal } = context;
        const path = pathOfKey([...queryKey, { waitForHearts: false }]);
        const { post } = await request<PostResponse>(path, { signal });
        if (post.heartCount === null) fillHeart(client, post).catch(() => {});
        return post;
      } catch (error) {
        if (!document.documentElement.hasAttribute(COMPANION_ATTRIBUTE)) throw error;
        const { fetchCompanionPost } =
          await import("#web/features/companion/companion-listing.ts").catch(failForMissingChunk);
        return fetchCompanionPost(context, id, error);
      }
    },
  });
