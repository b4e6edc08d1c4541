/** Options and defaults. Kept apart from the schemas, because the first view imports them and must not load zod. */
export const SORTS = ["new", "hot", "top"] as const;
export type Sort = (typeof SORTS)[number];

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
