import { useRef, useState, type PointerEvent } from "react";

const HOLD_TO_REVEAL_MS = 350;

export interface Hold {
  revealed: boolean;
  /** Returns true for the click at the end of a hold, which must not open the post. */
  endedHold: () => boolean;
  /** Props of the link over the picture. */
  handlers: Partial<
    Record<
      "onPointerDown" | "onPointerUp" | "onPointerCancel" | "onPointerLeave",
      (event: PointerEvent) => void
    > & { onContextMenu: (event: { preventDefault: () => void }) => void }
  >;
}

/** Touch has no hover: holding a blurred card reveals it until the finger lifts. */
export function useHoldToReveal(blurred: boolean): Hold {
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
    revealed,
    endedHold() {
      const wasHeld = held.current;
      held.current = false;
      return wasHeld;
    },
    handlers: blurred
      ? {
          onPointerDown: (event: PointerEvent) => {
            held.current = false;
            if (event.pointerType === "mouse") return;
            timer.current = setTimeout(() => {
              held.current = true;
              setRevealed(true);
            }, HOLD_TO_REVEAL_MS);
          },
          onPointerUp: end,
          onPointerCancel: end,
          onPointerLeave: end,
          // Otherwise the browser's link menu covers the revealed picture.
          onContextMenu: (event: { preventDefault: () => void }) => {
            if (held.current) event.preventDefault();
          },
        }
      : {},
  };
}
