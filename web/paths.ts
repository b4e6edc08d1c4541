import type { Narrowing, Sort } from "#schema/choices.ts";
import type { MediaType } from "#schema/media.ts";
import { PAGES, PAGE_NAMES, type PageName, userPath } from "#schema/pages.ts";

export interface UserView extends Partial<Narrowing> {
  sort?: Sort;
  media?: MediaType | "all";
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
  user: (username: string, { sort, media, ...narrowing }: UserView = {}) =>
    withQuery(userPath(username), {
      sort: sort === "new" ? null : sort,
      media: media === "all" ? null : media,
      ...narrowing,
    }),
  admin: (tab?: "feedback") => withQuery(PAGES.admin.path, { tab }),
  login: (returnUrl?: string) => withQuery(PAGES.login.path, { returnUrl }),
} as const;
