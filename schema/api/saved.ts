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
