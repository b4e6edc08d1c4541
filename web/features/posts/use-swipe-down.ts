import { useRef, type TouchEvent } from "react";

const FAR = 90;

/** A finger that pulls the stage down closes the viewer; one that moves sideways means a gallery. */
export function useSwipeDown(onSwipe: () => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      const scrolled = (event.currentTarget.closest("[data-scroller]")?.scrollTop ?? 0) > 0;
      from.current = touch && !scrolled ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const touch = event.changedTouches[0];
      if (!from.current || !touch) return;
      const [dx, dy] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
      from.current = null;
      if (dy > FAR && dy > 2 * Math.abs(dx)) onSwipe();
    },
  };
}
