import type { FeedbackStatus, FeedbackType } from "./api/feedback.ts";
import type { Sort } from "./api/posts.ts";
import type { RemovalKind } from "./api/removals.ts";

/**
 * Keys of the app's cached answers and of the Worker's inline data. A key is the address in parts:
 * strings are path parts, a trailing object is the query (for the search: the body).
 */
export const queryKeys = {
  session: () => ["api", "auth", "status"] as const,
  preferences: () => ["api", "user", "preferences"] as const,
  /** What this visit's toggles put in place of the preferences; known to this page alone. */
  viewOverride: () => ["api", "user", "preferences", "override"] as const,
  /** Every search, of all creators. */
  searches: () => ["api", "reddit", "search"] as const,
  /** `before`: a day of the archive. */
  search: (username: string, sortBy: Sort, before?: string) =>
    [
      "api",
      "reddit",
      "search",
      { username: username.toLowerCase(), sortBy, ...(before && { before }) },
    ] as const,
  post: (id: string) => ["api", "reddit", "post", id.replace(/^t3_/, "")] as const,
  redgifs: (id: string) => ["api", "reddit", "redgifs", id] as const,
  badges: (username: string) => ["api", "badges", "users", username.toLowerCase()] as const,
  leaderboard: (type: "users" | "posts", limit: number) =>
    ["api", "leaderboard", type, { limit }] as const,
  /** Every saved list. */
  savedLists: () => ["api", "leaderboard", "saved"] as const,
  saved: (type: "users" | "posts" | "waiting") => ["api", "leaderboard", "saved", type] as const,
  /** Every feed of followed creators. */
  following: () => ["api", "following"] as const,
  /** `users` are the device's, null the account's. */
  followingFeed: (users: readonly string[] | null) =>
    ["api", "following", "feed", { users: users?.join() ?? null }] as const,
  /** All hearts: a heart has no address of its own, its status is asked for in batches. */
  hearts: () => ["heart"] as const,
  heart: (type: "user" | "post", id: string) => ["heart", type, id.toLowerCase()] as const,
  feedback: () => ["api", "feedback"] as const,
  feedbackList: (filter: { status: FeedbackStatus | null; type: FeedbackType | null }) =>
    ["api", "feedback", filter] as const,
  /** Everything only an admin may read, except feedback. */
  admin: () => ["api", "admin"] as const,
  nsfwSubreddits: () => ["api", "admin", "nsfw-subreddits"] as const,
  removals: () => ["api", "admin", "removals"] as const,
  removalList: (filter: { kind: RemovalKind | null; q: string }) =>
    ["api", "admin", "removals", filter] as const,
} as const;

/** Posts in one page of a search. */
export const PAGE_SIZE = 12;
/** Entries that the home teaser and the leaderboard request. */
export const LEADERBOARD_REQUEST = 50;
/** Entries that a tab of the leaderboard shows, the most of all pages. */
export const LEADERBOARD_SHOWN = 7;

/** The id of the script element (type application/json) with the page's first data. */
export const INLINE_DATA_ID = "unearth-data";

/**
 * The data of a paged query (the search) has react-query's own shape:
 * `{ pages: [first answer], pageParams: [null] }`.
 */
export type InlineQuery = [key: readonly unknown[], data: unknown];

/** The content of that element. */
export interface InlineData {
  queries: InlineQuery[];
}
