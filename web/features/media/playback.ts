import { useEffect } from "react";
import { createStore, useStore } from "#web/lib/store.ts";
import { writeStored, readStored } from "#web/lib/stored.ts";

const MUTED_KEY = "muted";
const VOLUME_KEY = "volume";

let playing: HTMLMediaElement | null = null;
let muted = readStored("local", MUTED_KEY) === "true";
let volume = parseVolume(readStored("local", VOLUME_KEY));

/** Between 0 and 1; full volume for anything else. */
export function parseVolume(stored: string | null): number {
  const value = Number(stored ?? 1);
  return value >= 0 && value <= 1 ? value : 1;
}

/** One element plays at a time: starting one pauses the last. */
export function claimPlayback(element: HTMLMediaElement): void {
  if (playing && playing !== element) playing.pause();
  playing = element;
}

const mutedStore = createStore(() => muted);

export const isMuted = mutedStore.read;

export const useMuted = (): boolean => useStore(mutedStore);

function changeMuted(value: boolean): void {
  muted = value;
  mutedStore.notify();
}

/** The visitor's choice, kept for the next video and the next visit. */
export function setMuted(value: boolean): void {
  if (value === muted) return;
  writeStored("local", MUTED_KEY, String(value));
  changeMuted(value);
}

/** Read by each video when it mounts. Only one plays at a time, so none has to follow another's slider. */
export const storedVolume = (): number => volume;

export function setVolume(value: number): void {
  if (value === volume) return;
  volume = value;
  writeStored("local", VOLUME_KEY, String(value));
}

/** A browser may refuse to start with sound. It then starts muted, which is not stored as the visitor's choice. */
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

/** Pauses off screen, and resumes on screen only what was paused here. */
export function usePauseOffScreen(ref: React.RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let wasPlaying = false;
    const observer = new IntersectionObserver(
      // A busy browser tells several changes at once, the last one last.
      (changes) => {
        const entry = changes.at(-1);
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
