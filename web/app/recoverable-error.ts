/** A busy browser skips a page's transition and shows the page at once. */
const SKIPPED_TRANSITION = new Set(["TimeoutError", "AbortError", "InvalidStateError"]);

/** React's default reports every skipped transition as an uncaught error. */
export function reportRecoverable(error: unknown): void {
  if (error instanceof DOMException && SKIPPED_TRANSITION.has(error.name)) return;
  reportError(error);
}
