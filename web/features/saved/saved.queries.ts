import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { SavedPostsResponse, SavedUsersResponse } from "#schema/api/saved.ts";
import { queryKeys } from "#schema/queries.ts";
import { isSignedOut } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { storeListHeart, sharedVoteState } from "#web/features/hearts/heart-cache.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { savedMessages } from "./saved.messages.ts";

interface Answers {
  users: SavedUsersResponse;
  posts: SavedPostsResponse;
}

interface RequestTime {
  /** performance.now(): the device's clock can be set back. */
  askedAt: number;
}

/**
 * Stale if a vote was answered after the request. Invalidating the query would not do: every page that arrives clears
 * that mark, even a page requested before the vote.
 */
export const staleAfterVote = (asked: RequestTime | undefined): number =>
  asked && asked.askedAt <= (sharedVoteState.answeredAt ?? 0) ? 0 : Infinity;

interface PageOptions {
  signal: AbortSignal;
  after: string | null;
}

async function fetchSavedPage<Kind extends keyof Answers>(
  kind: Kind,
  { after, signal }: PageOptions,
): Promise<Answers[Kind] & RequestTime> {
  const askedAt = performance.now();
  const path = pathOfKey([...queryKeys.saved(kind), { after }]);
  try {
    return { ...(await request<Answers[Kind]>(path, { signal })), askedAt };
  } catch (error) {
    if (!signal.aborted && !isSignedOut(error))
      showFailure(error, { title: savedMessages.loadFailed[kind] });
    throw error;
  }
}

// All entries of a saved list are hearted, so they need no status request.
const savedUsersQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.saved("users"),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await fetchSavedPage("users", { after: pageParam, signal });
      const { askedAt } = page;
      for (const { username: id, heartCount } of page.users)
        storeListHeart(client, { type: "user", id }, { voted: true, heartCount, askedAt });
      return page;
    },
    getNextPageParam: (last) => last.nextPage,
    staleTime: ({ state }) => staleAfterVote(state.data?.pages[0]),
  });

const savedPostsQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.saved("posts"),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await fetchSavedPage("posts", { after: pageParam, signal });
      const { askedAt } = page;
      for (const { id, heartCount } of page.posts)
        storeListHeart(client, { type: "post", id }, { voted: true, heartCount, askedAt });
      return page;
    },
    getNextPageParam: (last) => last.nextPage,
    staleTime: ({ state }) => staleAfterVote(state.data?.pages[0]),
  });

export function useSavedUsers() {
  const { isAuthenticated } = useSession();
  return useInfiniteQuery({ ...savedUsersQuery(), enabled: isAuthenticated });
}

export function useSavedPosts() {
  const { isAuthenticated } = useSession();
  return useInfiniteQuery({ ...savedPostsQuery(), enabled: isAuthenticated });
}
