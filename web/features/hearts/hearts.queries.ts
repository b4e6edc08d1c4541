import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { TargetType, VoteResponse } from "#schema/api/hearts.ts";
import { queryKeys } from "#schema/queries.ts";
import { request } from "#web/api/client.ts";

export interface Heart {
  voted: boolean;
  heartCount: number;
}

export interface HeartTarget {
  type: TargetType;
  id: string;
}

const boards = { user: "users", post: "posts" } as const;

function address({ type, id }: HeartTarget, call: "vote" | "vote-status"): string {
  return `/api/leaderboard/${boards[type]}/${encodeURIComponent(id)}/${call}`;
}

/** One cache entry per target, whatever list it stands in. */
export const heartQuery = (target: HeartTarget) =>
  queryOptions({
    queryKey: queryKeys.heart(target.type, target.id),
    queryFn: async ({ signal }): Promise<Heart> => {
      const path = address(target, "vote-status");
      const { voted, heartCount } = await request<VoteResponse>(path, { signal });
      return { voted, heartCount };
    },
  });

export function toggled(heart: Heart): Heart {
  return heart.voted
    ? { voted: false, heartCount: Math.max(0, heart.heartCount - 1) }
    : { voted: true, heartCount: heart.heartCount + 1 };
}

export function setHeart(client: QueryClient, target: HeartTarget, heart: Heart): void {
  client.setQueryData(queryKeys.heart(target.type, target.id), heart);
}

/** Shows the change at once and takes it back if the call fails. */
export function useToggleHeart(target: HeartTarget) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `heart-${target.type}-${target.id}` },
    mutationFn: (before: Heart) =>
      request<VoteResponse>(address(target, "vote"), { method: before.voted ? "DELETE" : "POST" }),
    onMutate: (before) => setHeart(client, target, toggled(before)),
    onSuccess: ({ voted, heartCount }) => setHeart(client, target, { voted, heartCount }),
    onError: (_error, before) => setHeart(client, target, before),
  });
}
