import { useSyncExternalStore } from "react";

function onResize(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** The width media queries see. */
export function useViewportWidth(): number {
  return useSyncExternalStore(
    onResize,
    () => innerWidth,
    () => 1280,
  );
}

/** What is left of it beside a scrollbar or the place kept for one. */
export function useContentWidth(): number {
  return useSyncExternalStore(
    onResize,
    () => document.body.clientWidth,
    () => 1280,
  );
}
