import { useInfiniteQuery } from "@tanstack/react-query";
import type { SavedPostsResponse, SavedUsersResponse } from "#schema/api/saved.ts";
import { queryKeys } from "#schema/queries.ts";
import { isSignedOut } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import {
  type Heart,
  type HeartTarget,
  sharedVoteState,
  storeListHeart,
} from "#web/features/hearts/heart-cache.ts";
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

/** All entries of a saved list are hearted, so they need no status request. */
function useSavedList<Kind extends keyof Answers>(
  kind: Kind,
  heartsIn: (page: Answers[Kind]) => (HeartTarget & Pick<Heart, "heartCount">)[],
) {
  const { isAuthenticated } = useSession();
  return useInfiniteQuery({
    queryKey: queryKeys.saved(kind),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: after, signal, client }) => {
      const askedAt = performance.now();
      const path = pathOfKey([...queryKeys.saved(kind), { after }]);
      try {
        const page = await request<Answers[Kind]>(path, { signal });
        for (const { type, id, heartCount } of heartsIn(page))
          storeListHeart(client, { type, id }, { voted: true, heartCount, askedAt });
        return { ...page, askedAt };
      } catch (error) {
        if (!signal.aborted && !isSignedOut(error))
          showFailure(error, { title: savedMessages.loadFailed[kind] });
        throw error;
      }
    },
    getNextPageParam: (last) => last.nextPage,
    staleTime: ({ state }) => staleAfterVote(state.data?.pages[0]),
    enabled: isAuthenticated,
  });
}

export const useSavedUsers = () =>
  useSavedList("users", ({ users }) =>
    users.map(({ username, heartCount }) => ({ type: "user", id: username, heartCount })),
  );

export const useSavedPosts = () =>
  useSavedList("posts", ({ posts }) =>
    posts.map(({ id, heartCount }) => ({ type: "post", id, heartCount })),
  );
