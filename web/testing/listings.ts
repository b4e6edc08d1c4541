import type { SearchResponse, UserInfo } from "#schema/api/search.ts";

/** A creator's profile whose heart count and rank are not known. */
export const gemHunter: UserInfo = {
  id: "t2_1",
  username: "GemHunter",
  title: "",
  avatarUrl: null,
  heartCount: null,
  rank: null,
};

export const searchAnswer = (change: Partial<SearchResponse> = {}): SearchResponse => ({
  success: true,
  posts: [],
  nextPage: null,
  total: 0,
  userExists: true,
  message: null,
  userInfo: null,
  source: "sample",
  sortExact: true,
  totalExact: true,
  stale: false,
  fetchedAt: "2026-11-22T12:00:00.000Z",
  profileState: "ok",
  hasArchive: false,
  checked: true,
  ...change,
});
