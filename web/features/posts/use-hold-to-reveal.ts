import { useRef, useState, type PointerEvent } from "react";

const HOLD_TO_REVEAL_MS = 350;

export type Hold = ReturnType<typeof useHoldToReveal>;

/** Where hovering reveals nothing, holding a covered card reveals it until finger or mouse button is lifted. */
export function useHoldToReveal(isCoveredAtRest: boolean) {
  const [revealed, setRevealed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);

  const end = () => {
    clearTimeout(timer.current);
    setRevealed(false);
    // Chromium sends no click after a long press, so a later click belongs to another tap.
    timer.current = setTimeout(() => (held.current = false), HOLD_TO_REVEAL_MS);
  };

  return {
    isCovered: isCoveredAtRest && !revealed,
    /** Returns true for the click at the end of a hold, which must not open the post. */
    endedHold() {
      const wasHeld = held.current;
      held.current = false;
      return wasHeld;
    },
    /** Props of the link over the picture. */
    handlers: isCoveredAtRest
      ? {
          onPointerDown: (event: PointerEvent) => {
            held.current = false;
            // Browsers report "hover: none" for a tablet, also with a mouse.
            if (event.pointerType === "mouse" && matchMedia("(hover: hover)").matches) return;
            timer.current = setTimeout(() => setRevealed((held.current = true)), HOLD_TO_REVEAL_MS);
          },
          onPointerUp: end,
          // Also follows a pointercancel.
          onPointerLeave: end,
          // Otherwise the browser's link menu covers the revealed picture.
          onContextMenu: (event: { preventDefault: () => void }) => {
            if (held.current) event.preventDefault();
          },
        }
      : {},
  };
}
