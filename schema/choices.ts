/**
 * Options and defaults, kept apart from the schemas that validate them: the first view imports this
 * file, and zod must stay out of its chunks.
 */
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
