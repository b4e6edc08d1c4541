import type { Sort } from "./api/posts.ts";

/**
 * The names under which the web caches what it reads, and under which the Worker inlines it into a
 * page. A key is the address in parts: strings are path parts, a trailing object is the query (or,
 * for the search, the body).
 */
export const queryKeys = {
  session: () => ["api", "auth", "status"] as const,
  preferences: () => ["api", "user", "preferences"] as const,
  search: (username: string, sortBy: Sort) =>
    ["api", "reddit", "search", { username: username.toLowerCase(), sortBy }] as const,
  post: (id: string) => ["api", "reddit", "post", id.replace(/^t3_/, "")] as const,
  redgifs: (id: string) => ["api", "reddit", "redgifs", id] as const,
  badges: (username: string) => ["api", "badges", "users", username.toLowerCase()] as const,
  leaderboard: (type: "users" | "posts", limit: number) =>
    ["api", "leaderboard", type, { limit }] as const,
  saved: (type: "users" | "posts") => ["api", "leaderboard", "saved", type] as const,
  heart: (type: "user" | "post", id: string) => ["heart", type, id.toLowerCase()] as const,
} as const;

/** Posts a page of the feed holds. */
export const PAGE_SIZE = 12;
/** Entries the home teaser and the leaderboard ask for. */
export const LEADERBOARD_REQUEST = 50;

/** The script element (type application/json) the Worker puts the first data into. */
export const INLINE_DATA_ID = "unearth-data";

/**
 * What that element holds. An entry of a paged query (the search) has react-query's own shape:
 * `{ pages: [first answer], pageParams: [null] }`.
 */
export interface InlineData {
  queries: [key: readonly unknown[], data: unknown][];
}
