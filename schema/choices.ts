/** Options and defaults. Kept apart from the schemas, because the first view imports them and must not load zod. */
export const SORTS = ["new", "hot", "top"] as const;
export type Sort = (typeof SORTS)[number];

/** The order that the address of a user's page names. */
export const sortIn = (query: URLSearchParams): Sort =>
  SORTS.find((sort) => sort === query.get("sort")) ?? "new";

/** A feed's address without communities, words and a day. The Worker's first view applies none of these. */
export const NO_NARROWING = { r: null, q: null, before: null };
/** `?r=a,b&q=words&before=2023-05`. */
export type Narrowing = Record<keyof typeof NO_NARROWING, string | null>;

export const isNarrowed = (query: URLSearchParams): boolean =>
  Object.keys(NO_NARROWING).some((name) => query.get(name));

export const PRESENTATION_STYLES = ["grid", "masonry"] as const;
export type PresentationStyle = (typeof PRESENTATION_STYLES)[number];

export interface Preferences {
  blurEnabled: boolean;
  searchPresentationStyle: PresentationStyle;
}

export const DEFAULT_PREFERENCES: Preferences = {
  blurEnabled: true,
  searchPresentationStyle: "grid",
};
