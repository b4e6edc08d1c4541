import type { Sort } from "#schema/choices.ts";
import type { MediaType } from "#schema/media.ts";
import { PAGES, PAGE_NAMES, type PageName, userPath } from "#schema/pages.ts";

export interface UserView {
  sort?: Sort;
  media?: MediaType | "all";
  /** Subreddits, comma separated. */
  r?: string | null;
  /** Words in titles. */
  q?: string | null;
  /** YYYY-MM or YYYY-MM-DD. */
  before?: string | null;
}

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  // A comma needs no escape in a query.
  const text = search.toString().replaceAll("%2C", ",");
  return text ? `${path}?${text}` : path;
}

type PlainPage = Exclude<PageName, "user" | "not-found">;

const plainPaths = Object.fromEntries(
  PAGE_NAMES.map((name) => [name, () => PAGES[name].path]),
) as Record<PlainPage, () => string>;

/** Default values are left out of an address. */
export const paths = {
  ...plainPaths,
  user: (username: string, view: UserView = {}) =>
    withQuery(userPath(username), {
      sort: view.sort === "new" ? null : view.sort,
      media: view.media === "all" ? null : view.media,
      r: view.r,
      q: view.q,
      before: view.before,
    }),
  leaderboard: (tab?: "posts") => withQuery(PAGES.leaderboard.path, { tab }),
  admin: (tab?: "feedback") => withQuery(PAGES.admin.path, { tab }),
  login: (returnUrl?: string) => withQuery(PAGES.login.path, { returnUrl }),
} as const;
