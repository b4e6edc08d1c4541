/** The longest time that a screen reader may take to read a new text from a live region. */
const ANNOUNCEMENT_MS = 3_000;
/** A card that leaves its live region sooner has not been read out. */
export const READ_AFTER_MS = 1000;

/** The id of the layout's live region. */
export const PAGE_REGION = "announced";

/** The text is removed afterwards, so that reading through the page does not come upon it again. */
export function announce(region: Element | null, text: string): void {
  const words = document.createTextNode(text);
  region?.replaceChildren(words);
  setTimeout(() => words.remove(), ANNOUNCEMENT_MS);
}

export const announceOnPage = (text: string): void =>
  announce(document.getElementById(PAGE_REGION), text);
