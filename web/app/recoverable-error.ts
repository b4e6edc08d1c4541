import { isMissingChunk } from "#web/lib/missing-chunk.ts";

/** A busy browser skips a page's transition and shows the page at once. */
const SKIPPED_TRANSITION = new Set(["TimeoutError", "AbortError", "InvalidStateError"]);

/** React's default reports every skipped transition as an uncaught error. */
export function reportRecoverable(error: unknown): void {
  if (error instanceof DOMException && SKIPPED_TRANSITION.has(error.name)) return;
  // React imports it once more; if that fails too, the error boundary shows it.
  if (error instanceof Error && isMissingChunk(error.cause)) return;
  reportError(error);
}
