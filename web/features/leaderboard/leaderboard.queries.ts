import { queryOptions } from "@tanstack/react-query";
import type {
  LeaderboardPostsResponse,
  LeaderboardUsersResponse,
} from "#schema/api/leaderboard.ts";
import { LEADERBOARD_REQUEST, queryKeys } from "#schema/queries.ts";
import { readKey } from "#web/api/query-client.ts";

const MINIMUM_LOADING_MS = 500;

/** A board that flashes its skeleton for a blink is worse than one that takes its half second. */
async function notTooSoon<T>(answer: Promise<T>): Promise<T> {
  const pause = new Promise((resolve) => setTimeout(resolve, MINIMUM_LOADING_MS));
  const [value] = await Promise.all([answer, pause]);
  return value;
}

export const usersBoardQuery = () =>
  queryOptions({
    queryKey: queryKeys.leaderboard("users", LEADERBOARD_REQUEST),
    queryFn: (context) => notTooSoon(readKey<LeaderboardUsersResponse>(context)),
  });

export const postsBoardQuery = () =>
  queryOptions({
    queryKey: queryKeys.leaderboard("posts", LEADERBOARD_REQUEST),
    queryFn: (context) => notTooSoon(readKey<LeaderboardPostsResponse>(context)),
  });
