import { queryOptions } from "@tanstack/react-query";
import type {
  BoardKind,
  LeaderboardPostsResponse,
  LeaderboardUsersResponse,
} from "#schema/api/leaderboard.ts";
import { LEADERBOARD_REQUEST, queryKeys } from "#schema/queries.ts";
import { fetchByKey } from "#web/api/query-client.ts";
import { seedHearts } from "#web/features/hearts/heart-cache.ts";
import { pause } from "#web/lib/pause.ts";

const MINIMUM_LOADING_MS = 500;

const boardQuery = <Board>(
  kind: BoardKind,
  heartsIn: (board: Board) => Parameters<typeof seedHearts>[1],
) =>
  queryOptions({
    queryKey: queryKeys.leaderboard(kind, LEADERBOARD_REQUEST),
    queryFn: async (context) => {
      const answer = fetchByKey<Board>(context);
      // The specification's minimum loading time, so that the skeleton does not flash.
      await Promise.allSettled([answer, pause(MINIMUM_LOADING_MS)]);
      const board = await answer;
      seedHearts(context.client, heartsIn(board));
      return board;
    },
  });

export const usersBoardQuery = () =>
  boardQuery("users", ({ users }: LeaderboardUsersResponse) =>
    users.map(({ username, heartCount }) => ({ type: "user", id: username, heartCount })),
  );

export const postsBoardQuery = () =>
  boardQuery("posts", ({ posts }: LeaderboardPostsResponse) =>
    posts.map(({ id, heartCount }) => ({ type: "post", id, heartCount })),
  );
