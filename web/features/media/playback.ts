import { useEffect, useSyncExternalStore } from "react";
import { keepStored, readStored } from "#web/lib/stored.ts";

const KEY = "muted";

let playing: HTMLMediaElement | null = null;
let muted = readStored("local", KEY) === "true";
const listeners = new Set<() => void>();

/** One thing plays at a time: whoever starts silences the last one. */
export function claimPlayback(element: HTMLMediaElement): void {
  if (playing && playing !== element) playing.pause();
  playing = element;
}

export function isMuted(): boolean {
  return muted;
}

function changeMuted(value: boolean): void {
  muted = value;
  for (const listener of listeners) listener();
}

/** The visitor's choice: remembered from one clip, and one visit, to the next. */
export function setMuted(value: boolean): void {
  if (value === muted) return;
  keepStored("local", KEY, String(value));
  changeMuted(value);
}

export function useMuted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isMuted,
    () => false,
  );
}

/** A browser may refuse to start with sound; a silent start is better than none, and nobody's choice. */
export async function startPlaying(element: HTMLMediaElement): Promise<void> {
  try {
    await element.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "NotAllowedError") return;
    changeMuted(true);
    element.muted = true;
    await element.play().catch(() => {});
  }
}

/** What is out of sight does not go on playing; what we stopped goes on when it is back. */
export function usePauseOffScreen(ref: React.RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let wasPlaying = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (!entry.isIntersecting && !element.paused) {
          wasPlaying = true;
          element.pause();
        } else if (entry.isIntersecting && wasPlaying) {
          wasPlaying = false;
          void startPlaying(element);
        }
      },
      { threshold: 0.2 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
}
