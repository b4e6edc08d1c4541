import { type BrowserContext, expect, type Page } from "@playwright/test";

interface SeenToast {
  words: string[];
  card: Element;
}

declare global {
  /** Set in the page: its toasts in order, without those that a test has taken. */
  var seenToasts: SeenToast[];
}

/** Records every toast of this context's pages: a busy machine may look after the five seconds of a toast. */
export const recordToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen: SeenToast[] = [];
    globalThis.seenToasts = seen;
    let shown: (SeenToast & { place: Element | null }) | null = null;
    const cardNow = () =>
      document.querySelector('section[aria-label="Notifications"] button[aria-label="Dismiss"]')
        ?.parentElement;
    const wordsOf = (card: Element) =>
      [...card.querySelectorAll("p")].map(({ textContent }) => textContent.trim());
    const look = () => {
      const card = cardNow();
      if (card && card === shown?.card) return;
      const before = shown;
      if (!card) {
        // A new section gets its toast after its live regions.
        if (shown?.place?.isConnected) shown = null;
        return;
      }
      const words = wordsOf(card);
      const place = card.closest("section");
      // When a dialog opens or closes, the same toast is drawn again in another section.
      const isMoved = before && before.place !== place && before.words.join() === words.join();
      const toast = isMoved ? before : { words, card, place };
      Object.assign(toast, { card, place });
      shown = toast;
      if (!isMoved) seen.push(toast);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });

/**
 * Runs in the page. Returns whether the toast with these words is still shown; without one, the words of the others.
 */
function takeToast({ words, hold }: { words: string[]; hold: boolean }): string[][] | boolean {
  const at = seenToasts.findIndex((toast) => words.every((word) => toast.words.includes(word)));
  if (at === -1) return seenToasts.map((toast) => toast.words);
  const card = seenToasts.splice(0, at + 1).at(-1)?.card;
  if (!card?.isConnected) return false;
  // A focused toast stays, which gives the test the time it needs.
  if (hold) card.querySelector<HTMLElement>('button[aria-label="Dismiss"]')?.focus();
  return true;
}

/**
 * Waits for a toast with these words. Returns whether it is still shown; with `hold` it then gets the focus and stays.
 */
export async function waitForToast(
  page: Page,
  words: string[],
  { hold = false } = {},
): Promise<boolean> {
  let stands = false;
  await expect(async () => {
    const taken = await page.evaluate(takeToast, { words, hold });
    expect(taken, `a toast with “${words.join("” and “")}”`).toEqual(expect.any(Boolean));
    stands = taken === true;
  }).toPass({ timeout: 30_000, intervals: [50, 100, 250] });
  return stands;
}
