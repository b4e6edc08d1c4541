import type { VouchedPost } from "./hearts.ts";
import type { Post } from "./posts.ts";

export interface SavedUser {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  heartCount: number;
  savedAt: string;
}

export interface SavedPost extends Post {
  savedAt: string;
}

export interface SavedUsersResponse {
  users: SavedUser[];
  total: number;
  generated: string;
  nextPage: string | null;
}

export interface SavedPostsResponse {
  posts: SavedPost[];
  total: number;
  generated: string;
  nextPage: string | null;
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
