import type { FeedbackStatus, FeedbackType } from "./api/feedback.ts";
import type { TargetType } from "./api/hearts.ts";
import type { BoardKind } from "./api/leaderboard.ts";
import type { Sort } from "./choices.ts";
import type { RemovalKind } from "./api/removals.ts";
import { withoutPostPrefix } from "./reddit-id.ts";

/**
 * Keys of the app's query cache and of the Worker's inline data. A key is the address in parts: strings are path
 * segments, a trailing object is the query (for the search: the body).
 */
export const queryKeys = {
  session: () => ["api", "auth", "status"] as const,
  preferences: () => ["api", "user", "preferences"] as const,
  /** This visit's toggles, which override the preferences; not an API path. */
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
  post: (id: string) => ["api", "reddit", "post", withoutPostPrefix(id)] as const,
  redgifs: (id: string) => ["api", "reddit", "redgifs", id] as const,
  badges: (username: string) => ["api", "badges", "users", username.toLowerCase()] as const,
  leaderboard: (type: BoardKind, limit: number) => ["api", "leaderboard", type, { limit }] as const,
  /** Every saved list. */
  savedLists: () => ["api", "leaderboard", "saved"] as const,
  saved: (type: BoardKind | "waiting") => ["api", "leaderboard", "saved", type] as const,
  /** Every feed of followed creators. */
  following: () => ["api", "following"] as const,
  /** `users`: the device's; null for the account's. */
  followingFeed: (users: readonly string[] | null) =>
    ["api", "following", "feed", { users: users?.join() ?? null }] as const,
  /** All hearts. A heart has no address, because its status is requested in batches. */
  hearts: () => ["heart"] as const,
  heart: (type: TargetType, id: string) => ["heart", type, id.toLowerCase()] as const,
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
/** The `limit` of the home teaser and the leaderboard. */
export const LEADERBOARD_REQUEST = 50;
/** Entries in a tab of the leaderboard, the most of any page. */
export const LEADERBOARD_SHOWN = 7;

/** The id of the script element (type application/json) with the page's first data. */
export const INLINE_DATA_ID = "unearth-data";

/** The data of a paged query, the search, has react-query's shape: `{ pages: [first answer], pageParams: [null] }`. */
export type InlineQuery = [key: readonly unknown[], data: unknown];

/** The content of the script element INLINE_DATA_ID. */
export interface InlineData {
  queries: InlineQuery[];
}
