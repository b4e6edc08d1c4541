import { useRef, useState, type PointerEvent } from "react";

const HOLD_MS = 350;

export interface Hold {
  revealed: boolean;
  /** Whether the click that follows belongs to a press that only wanted to look. */
  tookPress: () => boolean;
  /** For the link that covers the picture. */
  handlers: Partial<
    Record<
      "onPointerDown" | "onPointerUp" | "onPointerCancel" | "onPointerLeave",
      (event: PointerEvent) => void
    > & { onContextMenu: (event: { preventDefault: () => void }) => void }
  >;
}

/** On touch there is no hover: pressing and holding a blurred card shows it until the finger lifts. */
export function useHoldToReveal(blurred: boolean): Hold {
  const [revealed, setRevealed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);

  const end = () => {
    clearTimeout(timer.current);
    setRevealed(false);
  };

  return {
    revealed,
    tookPress() {
      const took = held.current;
      held.current = false;
      return took;
    },
    handlers: blurred
      ? {
          onPointerDown: (event: PointerEvent) => {
            held.current = false;
            if (event.pointerType === "mouse") return;
            timer.current = setTimeout(() => {
              held.current = true;
              setRevealed(true);
            }, HOLD_MS);
          },
          onPointerUp: end,
          onPointerCancel: end,
          onPointerLeave: end,
          // The long press is ours: no link menu over the picture.
          onContextMenu: (event: { preventDefault: () => void }) => {
            if (held.current) event.preventDefault();
          },
        }
      : {},
  };
}
