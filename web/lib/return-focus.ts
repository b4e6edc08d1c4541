import { focusHeading } from "./pass-focus-to-next-row.ts";

const isShown = (element: Element) => element.getClientRects().length > 0;

/**
 * Called where the browser returns the focus to `opener`. If a narrower window hides that now, its counterpart of the
 * same name gets the focus, else the page's heading: the browser would begin at the top of the page.
 */
export function returnFocus(opener: Element | null): void {
  if (!opener?.isConnected || opener === document.body || isShown(opener)) return;
  // Once React has removed what had the focus last.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    const label = opener.getAttribute("aria-label");
    const counterpart = [...document.querySelectorAll("button")].find(
      (button) => label !== null && button.getAttribute("aria-label") === label && isShown(button),
    );
    if (counterpart) counterpart.focus({ preventScroll: true });
    else focusHeading();
  });
}
