import { useEffect } from "react";
import { createStore, useStore } from "#web/lib/store.ts";
import { writeStored, readStored } from "#web/lib/stored.ts";

const MUTED_KEY = "muted";
const VOLUME_KEY = "volume";

let playing: HTMLMediaElement | null = null;
let muted = readStored("local", MUTED_KEY) === "true";
let volume = parseVolume(readStored("local", VOLUME_KEY));

/** Values outside 0 to 1, or none, mean full volume. */
export function parseVolume(stored: string | null): number {
  const value = Number.parseFloat(stored ?? "");
  return value >= 0 && value <= 1 ? value : 1;
}

/** Pauses the last element, so that only one plays at a time. */
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

/** Stored as the visitor's choice, for the next video and the next visit. */
export function setMuted(value: boolean): void {
  if (value === muted) return;
  writeStored("local", MUTED_KEY, String(value));
  changeMuted(value);
}

/** Read by each video on mount. Only one video plays at a time, so none has to follow another's slider. */
export const storedVolume = (): number => volume;

export function setVolume(value: number): void {
  if (value === volume) return;
  volume = value;
  writeStored("local", VOLUME_KEY, String(value));
}

const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "NotAllowedError";

function mute(element: HTMLMediaElement, isMutedNow: boolean): void {
  changeMuted(isMutedNow);
  element.muted = isMutedNow;
}

/**
 * If the browser refuses to start with sound, starts muted, which is not stored as the visitor's choice. A browser that
 * starts nothing by itself gets the sound back: the press of play is allowed to have it.
 */
export async function startPlaying(element: HTMLMediaElement): Promise<void> {
  try {
    await element.play();
  } catch (error) {
    if (!isRefusal(error) || element.muted) return;
    mute(element, true);
    await element.play().catch((again: unknown) => isRefusal(again) && mute(element, false));
  }
}

/** Pauses a video off screen unless it has its own window, and resumes it on screen only if it was paused here. */
export function usePauseOffScreen(ref: React.RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let wasPlaying = false;
    let isOnScreen = true;
    const follow = () => {
      if (document.pictureInPictureElement === element) return;
      if (!isOnScreen && !element.paused) {
        wasPlaying = true;
        element.pause();
      } else if (isOnScreen && wasPlaying) {
        wasPlaying = false;
        void startPlaying(element);
      }
    };
    const observer = new IntersectionObserver(
      // A busy browser reports several changes in one callback, the last one last.
      (changes) => {
        isOnScreen = changes.at(-1)?.isIntersecting ?? isOnScreen;
        follow();
      },
      { threshold: 0.2 },
    );
    observer.observe(element);
    element.addEventListener("leavepictureinpicture", follow);
    return () => {
      observer.disconnect();
      element.removeEventListener("leavepictureinpicture", follow);
    };
  }, [ref]);
}
