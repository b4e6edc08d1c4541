import { startTransition, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { createStore, useStore } from "#web/lib/store.ts";
import { useViewport } from "#web/lib/viewport.ts";

/**
 * Pixels of scrolling between two renders of the list. Large, because each render costs a slow phone a frame or two
 * even for few cards. A single column has fewer cards per pixel, so its step is longer.
 */
const renderStep = (columns: number): number => (columns === 1 ? 1_400 : 600);
/** Pixels rendered beyond the step, which give the next render its time. */
const AHEAD_PX = 350;
/** If less than this is left ahead, the next render is synchronous. */
const MIN_AHEAD_PX = 100;

/** The list's distance from the top of the page, measured again when the page's height changes. */
function useListTop(list: RefObject<HTMLElement | null>): number {
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

/** The scroll position of the last render. It renders in a transition, or synchronously if that falls behind. */
function useRenderedScroll(far: number): number {
  const [anchor, setAnchor] = useState(() => scrollY);
  const drawn = useRef(anchor);
  useLayoutEffect(() => {
    drawn.current = anchor;
  }, [anchor]);
  useLayoutEffect(() => {
    let asked = drawn.current;
    const follow = () => {
      const now = scrollY;
      const isUrgent = Math.abs(now - drawn.current) > far + AHEAD_PX - MIN_AHEAD_PX;
      if (!isUrgent && Math.abs(now - asked) < far) return;
      asked = now;
      if (isUrgent) flushSync(() => setAnchor(now));
      else startTransition(() => setAnchor(now));
    };
    addEventListener("scroll", follow);
    return () => removeEventListener("scroll", follow);
  }, [far]);
  return anchor;
}

let isPrinting = false;

function followPrinting(notify: () => void): () => void {
  const follow = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    notify();
  };
  addEventListener("beforeprint", follow);
  addEventListener("afterprint", follow);
  return () => {
    removeEventListener("beforeprint", follow);
    removeEventListener("afterprint", follow);
  };
}

const paper = createStore(() => isPrinting, { connect: followPrinting });

/**
 * The part of the list to render, in pixels from the list's top, which is `start` pixels from the page's. On paper all
 * of it: nothing there scrolls.
 */
export function useWindowBand(
  list: RefObject<HTMLElement | null>,
  columns: number,
): [top: number, bottom: number, start: number] {
  const start = useListTop(list);
  const { height } = useViewport();
  const far = renderStep(columns);
  const top = useRenderedScroll(far) - start;
  if (useStore(paper)) return [-Infinity, Infinity, start];
  return [top - far - AHEAD_PX, top + height + far + AHEAD_PX, start];
}
