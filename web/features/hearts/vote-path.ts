import { type HeartTarget, idInCall } from "./heart-cache.ts";

const boards = { user: "users", post: "posts" } as const;

export const votePath = (target: HeartTarget): string =>
  `/api/leaderboard/${boards[target.type]}/${encodeURIComponent(idInCall(target))}/vote`;
