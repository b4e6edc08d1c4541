import type { PresentationStyle, Preferences } from "#schema/api/preferences.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

interface Override {
  blur: boolean | null;
  style: PresentationStyle | null;
}

let override: Override = { blur: null, style: null };
const overrideStore = createStore(() => override);

function change(next: Partial<Override>): void {
  override = { ...override, ...next };
  overrideStore.notify();
}

/** app/first.js reads it before the first paint of the next visit. */
const STORAGE_KEY = "pictures";

function readChoice(): "shown" | "covered" | null {
  const value = readStored("local", STORAGE_KEY);
  return value === "shown" || value === "covered" ? value : null;
}

function uncoverPictures(): void {
  writeStored("local", STORAGE_KEY, "shown");
  change({ blur: false });
}

/** The toggle is for this visit. It takes back an earlier choice to uncover, so that the next visit is covered. */
function setBlur(blur: boolean): void {
  if (blur && readChoice() === "shown") writeStored("local", STORAGE_KEY, "covered");
  change({ blur });
}

/**
 * The preferences, overridden by the feed's own toggles for this visit; those are not saved. A visitor
 * without an account can uncover the pictures once for this device.
 */
export function useFeedView(preferences: Preferences, isSignedIn: boolean) {
  const { blur, style } = useStore(overrideStore);
  const choice = isSignedIn ? null : readChoice();
  const isBlurred = blur ?? (choice ? choice === "covered" : preferences.blurEnabled);
  return {
    blur: isBlurred,
    style: style ?? preferences.searchPresentationStyle,
    setBlur,
    setStyle: (value: PresentationStyle) => change({ style: value }),
    uncoverPictures: isBlurred && !isSignedIn && choice === null ? uncoverPictures : null,
  };
}
