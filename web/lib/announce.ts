/** The longest that a screen reader may take to fetch a new text of a live region. */
const FETCHED_AFTER_MS = 3_000;

/** Leaves the live region empty afterwards: reading through the page would come upon the text again. */
export function announce(region: Element | null, text: string): void {
  const words = document.createTextNode(text);
  region?.replaceChildren(words);
  setTimeout(() => words.remove(), FETCHED_AFTER_MS);
}
