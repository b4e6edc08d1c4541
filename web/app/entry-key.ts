/**
 * React Router names the first history entry of every document "default". Scroll positions and page counts are stored
 * by that key, so a page opened by its address would get those of an earlier document of the tab. A reload keeps the
 * history state, and with it this key.
 */
export function giveEntryKey(): void {
  const state = history.state as { key?: string } | null;
  if (state?.key) return;
  history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, "");
}
