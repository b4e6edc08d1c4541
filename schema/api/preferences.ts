import * as z from "zod/mini";

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

export const preferencesUpdate = z.object({
  blurEnabled: z.optional(z.boolean({ error: "Blur must be on or off" })),
  searchPresentationStyle: z.optional(
    z.enum(PRESENTATION_STYLES, { error: "Layout must be grid or masonry" }),
  ),
});
export type PreferencesUpdate = z.input<typeof preferencesUpdate>;

export interface PreferencesResponse {
  success: true;
  message: string;
  preferences: Preferences;
}
