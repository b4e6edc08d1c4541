import type { Post } from "./posts.ts";

export const BOARD_KINDS = ["users", "posts"] as const;
export type BoardKind = (typeof BOARD_KINDS)[number];

/** Entries of a full board. */
export const BOARD_SIZE = 100;

export interface LeaderboardUser {
  /** With its prefix: t2_… */
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  heartCount: number;
  rank: number;
}

export interface LeaderboardUsersResponse {
  type: "users";
  users: LeaderboardUser[];
  /** Number of entries in the snapshot, beyond `limit` too. */
  total: number;
  /** ISO time of the snapshot. */
  generated: string;
}

export interface LeaderboardPostsResponse {
  type: "posts";
  posts: Post[];
  total: number;
  generated: string;
}
