import { createContext, use, useEffect } from "react";

/**
 * What stands in the place of the medium in view: an error notice, or a frame of its host, whose player sends this page
 * no events. null: the medium itself, or its still.
 */
export type MediaState = "lost" | "frame" | null;

/** null for media out of view. */
export const OnMediaState = createContext<((state: MediaState) => void) | null>(null);

/** Reports the state while the component is mounted. */
export function useMediaState(state: MediaState): void {
  const report = use(OnMediaState);
  useEffect(() => {
    if (!state) return;
    report?.(state);
    return () => report?.(null);
  }, [state, report]);
}
