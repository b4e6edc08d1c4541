import {
  preferencesUpdate,
  type Preferences,
  type PreferencesUpdate,
} from "#schema/api/preferences.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { parseJson } from "#schema/parse-json.ts";

const NAMES = Object.keys(DEFAULT_PREFERENCES) as (keyof Preferences)[];

/** Invalid text counts as the defaults. */
export function parsePreferences(stored: string | null): Preferences {
  if (stored === null) return DEFAULT_PREFERENCES;
  const { data } = preferencesUpdate.safeParse(parseJson(stored));
  return { ...DEFAULT_PREFERENCES, ...data };
}

/** A default value is removed from the stored JSON, so that a later change of the default applies (decision 014). */
export function mergePatch(update: PreferencesUpdate): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = update[name];
    if (value !== undefined) patch[name] = value === DEFAULT_PREFERENCES[name] ? null : value;
  }
  return patch;
}
