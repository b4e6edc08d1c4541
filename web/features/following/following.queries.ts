import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import type { FollowingResponse } from "#schema/api/following.ts";
import { PAGE_SIZE, queryKeys } from "#schema/queries.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { request } from "#web/api/client.ts";
import { seedHearts } from "#web/features/hearts/heart-cache.ts";

const FOLLOWING_FRESH_MS = 5 * MINUTE_MS;

interface FeedRequest {
  after?: string | null;
  refresh?: boolean;
  tried?: readonly string[];
}

/** `users` are the device's creators; null requests the account's. */
export async function requestFollowing(
  client: QueryClient,
  users: readonly string[] | null,
  body: FeedRequest,
  signal: AbortSignal,
): Promise<FollowingResponse> {
  const page = await request<FollowingResponse>("/api/following/feed", {
    method: "POST",
    // A failed refresh is not repeated, because it costs upstream calls.
    isRead: !body.refresh,
    body: { users: users ?? undefined, limit: PAGE_SIZE, ...body },
    signal,
  });
  const hearts = page.posts.map(
    ({ id, heartCount }) => ({ type: "post", id, heartCount }) as const,
  );
  seedHearts(client, hearts);
  return page;
}

export const followingQuery = (users: readonly string[] | null) =>
  infiniteQueryOptions({
    queryKey: queryKeys.followingFeed(users),
    staleTime: FOLLOWING_FRESH_MS,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal, client }) =>
      requestFollowing(client, users, { after: pageParam }, signal),
    getNextPageParam: (last) => last.nextPage,
  });

/** Replaces all pages: later ones follow from the first page's new cursor, without a gap. */
export async function showRefreshed(
  client: QueryClient,
  users: readonly string[] | null,
  page: FollowingResponse,
): Promise<void> {
  const { queryKey } = followingQuery(users);
  await client.cancelQueries({ queryKey });
  const data: InfiniteData<FollowingResponse, string | null> = {
    pages: [page],
    pageParams: [null],
  };
  client.setQueryData(queryKey, data);
}
