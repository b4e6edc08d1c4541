import { queryOptions } from "@tanstack/react-query";
import type {
  LeaderboardPostsResponse,
  LeaderboardUsersResponse,
} from "#schema/api/leaderboard.ts";
import { LEADERBOARD_REQUEST, queryKeys } from "#schema/queries.ts";
import { fetchByKey } from "#web/api/query-client.ts";
import { seedHearts } from "#web/features/hearts/heart-cache.ts";
import { pause } from "#web/lib/pause.ts";

const MINIMUM_LOADING_MS = 500;

/** The specification's minimum loading time, so that the skeleton does not flash. */
async function withMinimumTime<T>(answer: Promise<T>): Promise<T> {
  await Promise.all([answer.catch(() => null), pause(MINIMUM_LOADING_MS)]);
  return answer;
}

export const usersBoardQuery = () =>
  queryOptions({
    queryKey: queryKeys.leaderboard("users", LEADERBOARD_REQUEST),
    queryFn: async (context) => {
      const board = await withMinimumTime(fetchByKey<LeaderboardUsersResponse>(context));
      const targets = board.users.map(({ username, heartCount }) => {
        return { type: "user", id: username, heartCount } as const;
      });
      seedHearts(context.client, targets);
      return board;
    },
  });

export const postsBoardQuery = () =>
  queryOptions({
    queryKey: queryKeys.leaderboard("posts", LEADERBOARD_REQUEST),
    queryFn: async (context) => {
      const board = await withMinimumTime(fetchByKey<LeaderboardPostsResponse>(context));
      const targets = board.posts.map(({ id, heartCount }) => {
        return { type: "post", id, heartCount } as const;
      });
      seedHearts(context.client, targets);
      return board;
    },
  });
