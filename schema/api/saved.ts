import type { VouchedPost } from "./hearts.ts";
import type { LeaderboardUser } from "./leaderboard.ts";
import type { Post } from "./posts.ts";

export interface SavedUser extends Omit<LeaderboardUser, "rank"> {
  savedAt: string;
}

export interface SavedPost extends Post {
  savedAt: string;
}

interface SavedPage {
  total: number;
  generated: string;
  nextPage: string | null;
}

export interface SavedUsersResponse extends SavedPage {
  users: SavedUser[];
}

export interface SavedPostsResponse extends SavedPage {
  posts: SavedPost[];
}

/** A hearted post that the source does not know yet; only its account sees it. */
export interface WaitingFacts extends Omit<VouchedPost, "thumbnailUrl" | "origins"> {
  id: string;
  thumbnailUrl: string | null;
  savedAt: string;
}

export interface WaitingPost extends WaitingFacts {
  subredditIsNsfw: boolean;
}

export interface WaitingPostsResponse {
  posts: WaitingPost[];
}
