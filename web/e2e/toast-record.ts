import { type BrowserContext, expect, type Page } from "@playwright/test";

interface SeenToast {
  words: string[];
  card: Element;
}

declare global {
  /** In the page: its toasts in order, without those that a test has taken. */
  var seenToasts: SeenToast[];
}

/** A toast ends after five seconds, and a busy machine may look later: the pages of this context record theirs. */
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
        shown = null;
        return;
      }
      const words = wordsOf(card);
      const place = card.closest("section");
      // A dialog that opens or closes has the same toast drawn anew, in another section.
      const isMoved = before && before.place !== place && before.words.join() === words.join();
      const toast = isMoved ? before : { words, card, place };
      Object.assign(toast, { card, place });
      shown = toast;
      if (!isMoved) seen.push(toast);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });

/** In the page: the words of the untaken toasts, or whether the one with these words still stands. */
function takeToast({ words, hold }: { words: string[]; hold: boolean }): string[][] | boolean {
  const at = seenToasts.findIndex((toast) => words.every((word) => toast.words.includes(word)));
  if (at === -1) return seenToasts.map((toast) => toast.words);
  const card = seenToasts.splice(0, at + 1).at(-1)?.card;
  if (!card?.isConnected) return false;
  // A toast with the focus stays: from here on the test has as long as it needs.
  if (hold) card.querySelector<HTMLElement>('button[aria-label="Dismiss"]')?.focus();
  return true;
}

/** Waits until a toast had these words, and says whether it still stands. One that does is held on request. */
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
