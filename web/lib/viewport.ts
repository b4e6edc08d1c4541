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
  const onResize = () => {
    current = measure();
    notify();
  };
  addEventListener("resize", onResize);
  return () => {
    removeEventListener("resize", onResize);
    current = null;
  };
}

const viewport = createStore(readViewport, {
  connect: followResize,
});

export const useViewport = (): Viewport => useStore(viewport);
