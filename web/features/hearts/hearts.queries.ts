import { queryOptions, useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "#web/features/auth/session.queries.ts";
import { SEEDED_AT } from "#web/api/user-data.ts";
import { type Heart, heartKey, type HeartTarget, noteChange } from "./heart-cache.ts";
import { requestHeartStatus } from "./heart-status.ts";
import { preloadVotes, toggleHeart } from "./load-votes.ts";

/** One cache entry per target for all lists. A seed is shown, and its status is requested. */
export const heartQuery = (target: HeartTarget) =>
  queryOptions({
    queryKey: heartKey(target),
    queryFn: async () => {
      const heart = await requestHeartStatus(target);
      noteChange(target);
      return heart;
    },
    staleTime: ({ state }) => (state.dataUpdatedAt === SEEDED_AT ? 0 : Infinity),
  });

export interface UseHeart {
  heart: Heart;
  /** A status request or a vote is running. */
  isLoading: boolean;
  /** The visitor is signed out: the heart looks disabled, and a click asks to log in. */
  isDisabled?: boolean;
  toggle: () => Promise<void>;
}

/** After a failed status request the heart is shown as not given, with the list's count (decision 064). */
export function useHeart(target: HeartTarget, initialCount: number | null): UseHeart {
  const client = useQueryClient();
  const { isAuthenticated } = useSession();
  const { data: heart, isFetching } = useQuery({
    ...heartQuery(target),
    enabled: isAuthenticated,
    initialData: { voted: false, heartCount: initialCount },
    initialDataUpdatedAt: SEEDED_AT,
  });
  const runningVotes = useIsMutating({ mutationKey: heartKey(target) });
  useEffect(preloadVotes, []);
  const toggle = () => toggleHeart(client, target, heart);
  return { heart, isLoading: isFetching || runningVotes > 0, toggle };
}

/**
 * A signed-out visitor's hearts never change, so they have no observer. Observers were half of the cost of mounting a
 * card, and a feed mounts cards while it scrolls.
 */
export function useSignedOutHeart(
  target: HeartTarget,
  initialCount: number | null,
  isPending: boolean,
): UseHeart {
  const client = useQueryClient();
  const heart = client.getQueryData<Heart>(heartKey(target)) ?? {
    voted: false,
    heartCount: initialCount,
  };
  const toggle = () => toggleHeart(client, target, heart);
  return { heart, isLoading: false, toggle, isDisabled: !isPending };
}
