/**
 * What can be chosen from, apart from the schemas that check it: the first view of a page needs these
 * and no validation, which is the heaviest thing it could bring along.
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
