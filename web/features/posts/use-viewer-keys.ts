import { useEffect, useEffectEvent, useRef } from "react";
import { usesLetterKeys } from "./letter-keys.ts";

export interface ViewerCommands {
  nextPost: () => void;
  previousPost: () => void;
  nextSlide: () => void;
  previousSlide: () => void;
  fullScreen: () => void;
  mute: () => void;
  heart: () => void;
  /** Null if there is nothing to go to. */
  slideshow: (() => void) | null;
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

/**
 * Each step to another post changes the address. Safari throws at more than 100 changes in ten seconds, and a held key
 * repeats up to 33 times a second.
 */
const MIN_REPEAT_MS = 125;

/** On a keyboard without Latin letters, returns the Latin letter of the same key. */
function nameOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  return (key > "~" ? code.replace("Key", "") : key).toLowerCase();
}

/** Inputs handle their own keys, and a focused video with controls seeks with the arrows. */
function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, textarea, select")) return true;
  return target instanceof HTMLVideoElement && target.controls && event.key.startsWith("Arrow");
}

export function useViewerKeys(commands: ViewerCommands): void {
  const lastRun = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = KEYS[nameOf(event)];
    if (!command || isHandledElsewhere(event)) return;
    if (event.key.length === 1 && !usesLetterKeys()) return;
    event.preventDefault();
    const { repeat, timeStamp } = event;
    if (repeat && (!isRepeatable(command) || timeStamp - lastRun.current < MIN_REPEAT_MS)) return;
    lastRun.current = timeStamp;
    commands[command]?.();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
