import { useSyncExternalStore } from "react";
import type { PresentationStyle, Preferences } from "#schema/api/preferences.ts";

interface Override {
  blur: boolean | null;
  style: PresentationStyle | null;
}

let override: Override = { blur: null, style: null };
const listeners = new Set<() => void>();

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Partial<Override>): void {
  override = { ...override, ...next };
  for (const listener of listeners) listener();
}

/** The preferences, and what was toggled on the search page since: kept for the visit, not saved. */
export function useFeedView(preferences: Preferences) {
  const { blur, style } = useSyncExternalStore(
    onChange,
    () => override,
    () => override,
  );
  return {
    blur: blur ?? preferences.blurEnabled,
    style: style ?? preferences.searchPresentationStyle,
    setBlur: (value: boolean) => change({ blur: value }),
    setStyle: (value: PresentationStyle) => change({ style: value }),
  };
}
