import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import { COMPANION_ATTRIBUTE } from "#schema/companion-attribute.ts";
import type { Post } from "#schema/api/posts.ts";
import type { Sort } from "#schema/choices.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { PAGE_SIZE, queryKeys } from "#schema/queries.ts";
import { request } from "#web/api/client.ts";
import type { PageRequest } from "#web/features/companion/companion-listing.ts";
import { asArchived, type ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { failForMissingChunk } from "#web/lib/missing-chunk.ts";
import { seedHearts } from "#web/features/hearts/heart-cache.ts";

export function heartsIn({ posts, userInfo }: ListingAnswer) {
  const hearts = posts.map(({ id, heartCount }) => ({ type: "post", id, heartCount }) as const);
  if (!userInfo) return hearts;
  const { username: id, heartCount } = userInfo;
  return [...hearts, { type: "user", id, heartCount } as const];
}

interface SearchOptions {
  /** Posts per page. */
  limit?: number;
  /** Begins at this day in the archive. */
  before?: string | undefined;
}

export const searchQuery = (
  username: string,
  sortBy: Sort,
  { limit = PAGE_SIZE, before }: SearchOptions = {},
) => {
  const listing = queryKeys.search(username, sortBy);
  return infiniteQueryOptions({
    queryKey: queryKeys.search(username, sortBy, before),
    initialPageParam: null as string | null,
    queryFn: async (context): Promise<ListingAnswer> => {
      const { client, signal } = context;
      const search: PageRequest["search"] = (page) =>
        request<SearchResponse>("/api/reddit/search", {
          method: "POST",
          isRead: true,
          // Late counts are added only to the listing from its beginning.
          body: { username, sortBy, limit, waitForHearts: before !== undefined, ...page },
          signal,
        });
      // The cursors of a companion's listing, which the server refuses, have a colon. They outlive a lost companion.
      const isCompanions =
        context.pageParam?.includes(":") ||
        (!before && globalThis.document?.documentElement.hasAttribute(COMPANION_ATTRIBUTE));
      // The companion's code is loaded only for a listing that comes through it. A listing from a day comes from the
      // server's archive.
      const page = await (isCompanions
        ? import("#web/features/companion/companion-listing.ts").then(
            (m) => m.fetchListing({ ...context, username, sortBy, search }),
            failForMissingChunk,
          )
        : search(context.pageParam ? { after: context.pageParam } : { before }));
      seedHearts(client, heartsIn(page));
      const first = client.getQueryData<InfiniteData<ListingAnswer>>(listing)?.pages[0];
      const continuesOtherSource =
        page.source === "archive" && first && first.source !== page.source;
      return continuesOtherSource ? { ...page, posts: asArchived(page.posts, page) } : page;
    },
    getNextPageParam: (last) => last.nextPage,
  });
};

/** A post that is repeated on a later page stays at its first place. */
export function uniquePosts(pages: readonly { posts: readonly Post[] }[]): Post[] {
  const byId = new Map<string, Post>();
  for (const page of pages)
    for (const post of page.posts) byId.set(post.id, byId.get(post.id) ?? post);
  return [...byId.values()];
}
