import { startTransition, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useViewport } from "#web/lib/viewport.ts";

/**
 * The list is drawn anew each time the window has moved by this much. Rarely and more at once: each time costs
 * a slow phone a frame or two, however few cards come. In one column a long step brings no more cards than a
 * short one in three.
 */
const step = (columns: number): number => (columns === 1 ? 1_400 : 600);
/** What is still drawn ahead of the window then: the time to draw the next. */
const AHEAD = 350;
/** So near to the end of that, it is waited for. */
const LAST = 100;

/** How far down the page the list begins; it follows what grows above it. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/**
 * Where the window was when the list was drawn last. Scrolling on is drawn between the frames; where that falls
 * behind, before the next one.
 */
function useAnchor(far: number): number {
  const [anchor, setAnchor] = useState(() => scrollY);
  const drawn = useRef(anchor);
  useLayoutEffect(() => {
    drawn.current = anchor;
  }, [anchor]);
  useLayoutEffect(() => {
    let asked = drawn.current;
    const follow = () => {
      const now = scrollY;
      const isUrgent = Math.abs(now - drawn.current) > far + AHEAD - LAST;
      if (!isUrgent && Math.abs(now - asked) < far) return;
      asked = now;
      if (isUrgent) flushSync(() => setAnchor(now));
      else startTransition(() => setAnchor(now));
    };
    addEventListener("scroll", follow, { passive: true });
    return () => removeEventListener("scroll", follow);
  }, [far]);
  return anchor;
}

/** The part of the list, in its own pixels, that has to be in the page now. */
export function useWindowBand(
  list: RefObject<HTMLElement | null>,
  columns: number,
): [top: number, bottom: number] {
  const start = useTop(list);
  const { height } = useViewport();
  const far = step(columns);
  const top = useAnchor(far) - start;
  return [top - far - AHEAD, top + height + far + AHEAD];
}
