import {
  useCallback,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type RefObject,
} from "react";
import { useViewport } from "#web/lib/viewport.ts";

/** The list is drawn anew each time the window has moved by this much, and this far ahead of it. */
const STEP = 200;
const AHEAD = 500;

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

function onScroll(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}

/** The part of the list, in its own pixels, that has to be in the page now. */
export function useWindowBand(list: RefObject<HTMLElement | null>): [top: number, bottom: number] {
  const start = useTop(list);
  const { height } = useViewport();
  const step = useSyncExternalStore(
    onScroll,
    useCallback(() => Math.floor((scrollY - start) / STEP), [start]),
    () => 0,
  );
  return [step * STEP - AHEAD, (step + 1) * STEP + height + AHEAD];
}
