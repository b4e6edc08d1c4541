import { useSyncExternalStore } from "react";

export interface Viewport {
  /** What media queries see. */
  width: number;
  height: number;
  /** What is left of the width beside a scrollbar or the place kept for one. */
  content: number;
}

const UNKNOWN: Viewport = { width: 1280, height: 900, content: 1280 };

let current: Viewport | null = null;
const listeners = new Set<() => void>();

function measure(): Viewport {
  return { width: innerWidth, height: innerHeight, content: document.body.clientWidth };
}

function onResize(): void {
  current = measure();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("resize", onResize);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("resize", onResize);
    current = null;
  };
}

/** Asking the window for its size makes the browser lay the page out, so it is asked once a resize. */
function snapshot(): Viewport {
  current ??= measure();
  return current;
}

export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, snapshot, () => UNKNOWN);
}
