import {
  preferencesUpdate,
  type Preferences,
  type PreferencesUpdate,
} from "#schema/api/preferences.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";

const NAMES = ["blurEnabled", "searchPresentationStyle"] as const satisfies (keyof Preferences)[];

/** What an account stores, over the defaults. A text that no longer fits counts as nothing stored. */
export function parsePreferences(stored: string | null): Preferences {
  if (stored === null) return DEFAULT_PREFERENCES;
  try {
    const { data } = preferencesUpdate.safeParse(JSON.parse(stored));
    return { ...DEFAULT_PREFERENCES, ...data };
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

/**
 * The update as a JSON merge patch. A value that is the default is removed, so that a default that
 * changes one day reaches everybody who never chose otherwise.
 */
export function mergePatch(update: PreferencesUpdate): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of NAMES) {
    const value = update[name];
    if (value !== undefined) patch[name] = value === DEFAULT_PREFERENCES[name] ? null : value;
  }
  return patch;
}
