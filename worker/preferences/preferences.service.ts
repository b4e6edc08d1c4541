import type { Preferences, PreferencesUpdate } from "#schema/api/preferences.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { mergePatch, parsePreferences } from "./preferences.rules.ts";
import { clearPreferences, patchPreferences } from "./preferences.store.ts";

/** The session's statement reads the stored preferences too. */
export interface Owner {
  account: { id: string };
  preferences: string | null;
}

export const preferencesOf = (owner: Owner): Preferences => parsePreferences(owner.preferences);

export async function updatePreferences(
  { db, clock }: Deps,
  owner: Owner,
  update: PreferencesUpdate,
): Promise<Preferences> {
  const patch = mergePatch(update);
  if (Object.keys(patch).length === 0) return preferencesOf(owner);
  const now = new Date(clock.now());
  const stored = await patchPreferences(db, owner.account.id, patch, now);
  // The account was deleted since the session was read.
  if (!stored) throw new AppError("auth.required");
  return parsePreferences(stored.preferences);
}

export async function resetPreferences({ db, clock }: Deps, owner: Owner): Promise<Preferences> {
  const isCleared = await clearPreferences(db, owner.account.id, new Date(clock.now()));
  if (!isCleared) throw new AppError("auth.required");
  return DEFAULT_PREFERENCES;
}
