import * as z from "zod/mini";
import { emptyAsAbsent } from "./fields.ts";
import { PRESENTATION_STYLES, type Preferences, type PresentationStyle } from "../choices.ts";

export type { Preferences, PresentationStyle };

export const preferencesUpdate = z.object({
  blurEnabled: emptyAsAbsent(z.boolean({ error: "Blur must be true or false" })),
  searchPresentationStyle: emptyAsAbsent(
    z.enum(PRESENTATION_STYLES, { error: "Layout must be grid or masonry" }),
  ),
} satisfies Record<keyof Preferences, unknown>);
export type PreferencesUpdate = z.input<typeof preferencesUpdate>;

export interface PreferencesResponse {
  success: true;
  message: string;
  preferences: Preferences;
}
