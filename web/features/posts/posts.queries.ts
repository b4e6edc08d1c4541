import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Post, PostResponse, SearchResponse, Sort } from "#schema/api/posts.ts";
import { PAGE_SIZE, queryKeys } from "#schema/queries.ts";
import { request } from "#web/api/client.ts";
import { readKey } from "#web/api/query-client.ts";
import { seedHearts } from "#web/features/hearts/heart-cache.ts";

function heartsIn({ posts, userInfo }: SearchResponse) {
  const hearts = posts.map(({ id, heartCount }) => ({ type: "post", id, heartCount }) as const);
  if (!userInfo) return hearts;
  const { username: id, heartCount } = userInfo;
  return [...hearts, { type: "user", id, heartCount } as const];
}

/** A person's posts, twelve at a time. */
export const searchQuery = (username: string, sortBy: Sort) =>
  infiniteQueryOptions({
    queryKey: queryKeys.search(username, sortBy),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await request<SearchResponse>("/api/reddit/search", {
        method: "POST",
        body: { username, sortBy, limit: PAGE_SIZE, after: pageParam },
        signal,
      });
      seedHearts(client, heartsIn(page));
      return page;
    },
    getNextPageParam: (last) => last.nextPage,
  });

/** One post by its id, for a link that opens it outside its list. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.post(id),
    queryFn: async (context) => (await readKey<PostResponse>(context)).post,
  });

/** A repost that shows up again on a later page is shown once. */
export function uniquePosts(pages: readonly SearchResponse[]): Post[] {
  const byId = new Map<string, Post>();
  for (const page of pages)
    for (const post of page.posts) byId.set(post.id, byId.get(post.id) ?? post);
  return [...byId.values()];
}

export const shortId = (id: string) => id.replace(/^t3_/, "");
