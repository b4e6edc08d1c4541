import type { Sort } from "#schema/api/posts.ts";
import type { MediaType } from "#schema/media.ts";

export interface UserView {
  sort?: Sort;
  media?: MediaType | "all";
  post?: string | null;
}

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Every address inside the product. Defaults stay out of it. */
export const paths = {
  home: () => "/",
  /** Where a search form sends its `username` when no script does. */
  search: () => "/user",
  user: (username: string, view: UserView = {}) =>
    withQuery(`/user/${encodeURIComponent(username)}`, {
      sort: view.sort === "new" ? null : view.sort,
      media: view.media === "all" ? null : view.media,
      post: view.post,
    }),
  leaderboard: (tab: "users" | "posts" = "users") =>
    withQuery("/leaderboard", { tab: tab === "users" ? null : tab }),
  login: (returnUrl?: string) => withQuery("/login", { returnUrl }),
  signup: () => "/signup",
  account: (tab: "users" | "posts" = "users") =>
    withQuery("/account", { tab: tab === "users" ? null : tab }),
  about: () => "/about",
  terms: () => "/terms",
  privacy: () => "/privacy",
  contact: () => "/contact",
  admin: () => "/admin",
} as const;
