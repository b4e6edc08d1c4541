import { useEffect, useEffectEvent } from "react";

export interface ViewerCommands {
  nextPost: () => void;
  previousPost: () => void;
  nextSlide: () => void;
  previousSlide: () => void;
  fullScreen: () => void;
  mute: () => void;
  heart: () => void;
  slideshow: () => void;
}

const KEYS: Record<string, keyof ViewerCommands> = {
  j: "nextPost",
  k: "previousPost",
  ArrowRight: "nextSlide",
  ArrowLeft: "previousSlide",
  f: "fullScreen",
  m: "mute",
  h: "heart",
  s: "slideshow",
};

/** A field takes its keys, and a video in focus seeks with the arrows. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, textarea, select")) return true;
  return target?.tagName === "VIDEO" && event.key.startsWith("Arrow");
}

export function useViewerKeys(commands: ViewerCommands): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!command || isTaken(event)) return;
    event.preventDefault();
    commands[command]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
