import { createStore, useStore } from "./store.ts";

export interface Viewport {
  /** The width that media queries compare, scrollbar included. */
  width: number;
  height: number;
  /** Without a scrollbar or its gutter. */
  content: number;
}

let current: Viewport | null = null;

function measure(): Viewport {
  return { width: innerWidth, height: innerHeight, content: document.body.clientWidth };
}

/** Reading the window's size forces a layout, so it is read once per resize. */
function readViewport(): Viewport {
  current ??= measure();
  return current;
}

function followResize(notify: () => void): () => void {
  const visual = globalThis.visualViewport;
  const onResize = () => {
    current = measure();
    notify();
  };
  // A phone turned upright first shows the wide page smaller, with the page's width as innerWidth. Once the page fits,
  // only this event follows. A pinched page is left as it is.
  const onFit = () => {
    if (visual?.scale === 1 && innerWidth !== current?.width) onResize();
  };
  addEventListener("resize", onResize);
  visual?.addEventListener("resize", onFit);
  return () => {
    removeEventListener("resize", onResize);
    visual?.removeEventListener("resize", onFit);
    current = null;
  };
}

const viewport = createStore(readViewport, {
  connect: followResize,
});

export const useViewport = (): Viewport => useStore(viewport);
