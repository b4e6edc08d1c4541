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
  shortcuts: () => void;
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
  "?": "shortcuts",
};

/** These commands repeat while their key is held; the others run once. */
const isRepeatable = (command: keyof ViewerCommands) => /^(next|previous)/.test(command);

/** On a keyboard without Latin letters, returns the Latin letter of the same key. */
function nameOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  return (key > "~" ? code.replace("Key", "") : key).toLowerCase();
}

/** Inputs handle their own keys, and a focused video seeks with the arrows. */
function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, textarea, select")) return true;
  return target?.tagName === "VIDEO" && event.key.startsWith("Arrow");
}

export function useViewerKeys(commands: ViewerCommands): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = KEYS[nameOf(event)];
    if (!command || isHandledElsewhere(event)) return;
    event.preventDefault();
    if (!event.repeat || isRepeatable(command)) commands[command]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
