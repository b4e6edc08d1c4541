/**
 * The router calls the first entry of every document "default". Places and counts are stored by key, so a page opened by
 * its address would take over those of the page before it in the same tab. A reload keeps the state, and with it the key.
 */
export function giveEntryKey(): void {
  const state = history.state as { key?: string } | null;
  if (state?.key) return;
  history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, "");
}
