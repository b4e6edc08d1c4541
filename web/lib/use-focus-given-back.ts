import { type RefObject, useLayoutEffect } from "react";

export const isKeyboardUsed = () => document.activeElement?.matches(":focus-visible") ?? false;

/**
 * For a card at the page's end. If it disappears with the keyboard's focus, the focus returns to the element that had
 * it when the card appeared; if that is gone, to the element it came from. Otherwise the focus would start at the top of
 * the page again.
 */
export function useFocusGivenBack(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = card.current;
    let giver: EventTarget | null = document.activeElement;
    shown?.addEventListener("focusin", ({ relatedTarget }) => {
      // The body has the focus if the control that had it was removed before the card appeared.
      if (giver === document.body || !(giver as Node | null)?.isConnected) giver = relatedTarget;
    });
    return () => {
      const { activeElement } = document;
      if (!shown?.contains(activeElement) || !isKeyboardUsed()) return;
      if (giver instanceof HTMLElement) giver.focus();
    };
  }, [card]);
}
