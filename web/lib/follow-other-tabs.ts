import { onPageRestored } from "./on-page-restored.ts";

/**
 * Calls `listener` when another tab has changed the browser's storage. A page in the back/forward cache misses those
 * events, so its return counts as a change. Returns the unsubscribe function.
 */
export function followOtherTabs(listener: () => void): () => void {
  addEventListener("storage", listener);
  const stopWatching = onPageRestored(listener);
  return () => {
    removeEventListener("storage", listener);
    stopWatching();
  };
}
