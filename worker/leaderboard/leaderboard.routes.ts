import { newRouter, type AppContext } from "#worker/http/context.ts";
import { readLimit } from "#worker/http/limit-query.ts";
import type { BoardKind } from "./board.rules.ts";
import { leaderboardText } from "./leaderboard.service.ts";

const DEFAULT_LIMIT = 10;

const board = (kind: BoardKind) => async (c: AppContext) =>
  c.body(await leaderboardText(c.env.deps, kind, readLimit(c, DEFAULT_LIMIT)), 200, {
    "Content-Type": "application/json",
  });

export const leaderboardRoutes = newRouter()
  .get("/users", board("users"))
  .get("/posts", board("posts"));
