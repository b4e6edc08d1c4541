import { useEffect, useEffectEvent, useRef } from "react";
import type { Candidate } from "./video-candidates.ts";
import { levelWithin, type MaxHeight } from "./video-quality.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";
const FIRST_DATA_MS = 5_000;
const DATA_EVENTS = ["progress", "loadedmetadata", "loadeddata"] as const;

interface Stream {
  maxHeight: MaxHeight;
  loadsAtOnce: boolean;
  onData: () => void;
  onDead: () => void;
}

interface StreamPlayer {
  limitHeight: (max: MaxHeight) => void;
  destroy: () => void;
}

function attachStream(
  Hls: typeof import("hls.js").default,
  video: HTMLVideoElement,
  url: string,
  { maxHeight, loadsAtOnce, onData, onDead }: Stream,
): StreamPlayer | null {
  if (!Hls.isSupported()) {
    onDead();
    return null;
  }
  const player = new Hls({
    autoStartLoad: loadsAtOnce,
    capLevelToPlayerSize: true,
    maxBufferLength: 20,
  });
  let max = maxHeight;
  // Moving from a higher level down keeps what is buffered: only what is still to come changes.
  const limit = () => (player.autoLevelCapping = levelWithin(player.levels, max));
  player.on(Hls.Events.MANIFEST_PARSED, limit);
  player.on(Hls.Events.MANIFEST_LOADED, onData);
  player.on(Hls.Events.ERROR, (_event, data) => {
    if (data.fatal) onDead();
  });
  const startLoad = () => player.startLoad();
  if (!loadsAtOnce) video.addEventListener("play", startLoad, { once: true });
  player.loadSource(url);
  player.attachMedia(video);
  return {
    limitHeight(next) {
      max = next;
      limit();
    },
    destroy() {
      video.removeEventListener("play", startLoad);
      player.destroy();
    },
  };
}

/** A browser that saves data loads nothing before play: it is idle, and the address is not at fault. */
const isIdle = (video: HTMLVideoElement): boolean =>
  video.networkState === video.NETWORK_IDLE && !video.currentSrc.startsWith("blob:");

/**
 * Calls `onSilence` unless the element gets its first data in time, counted anew from a press of play.
 * Returns the end of the wait.
 */
function awaitFirstData(video: HTMLVideoElement, onSilence: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isIdle(video)) onSilence();
    }, FIRST_DATA_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    video.removeEventListener("play", wait);
    for (const name of DATA_EVENTS) video.removeEventListener(name, stop);
  };
  wait();
  video.addEventListener("play", wait);
  for (const name of DATA_EVENTS) video.addEventListener(name, stop);
  return stop;
}

/** Another file of the same video goes on where this one was; a paused video waits for a press of play. */
function unload(video: HTMLVideoElement): void {
  const { currentTime: seconds, paused } = video;
  video.removeAttribute("src");
  video.load();
  if (seconds === 0) return;
  let goesOn = !paused;
  const pressed = () => (goesOn = true);
  const resume = () => {
    video.removeEventListener("play", pressed);
    video.currentTime = seconds;
    if (goesOn) void video.play().catch(() => {});
    // The player has just started it, as it starts every file.
    else video.pause();
  };
  video.addEventListener("play", pressed);
  video.addEventListener("loadedmetadata", resume, { once: true });
}

interface Options {
  maxHeight: MaxHeight;
  /** False: nothing but a stream's list of parts is loaded before play is pressed. */
  loadsAtOnce: boolean;
  onFailure: () => void;
}

/** Loads the candidate into the element, natively or through hls.js. It fails without data after five seconds. */
export function useVideoSource(
  ref: React.RefObject<HTMLVideoElement | null>,
  { url, isStream }: Candidate,
  options: Options,
): void {
  const failed = useEffectEvent(options.onFailure);
  const stream = useRef<StreamPlayer | null>(null);
  const currentOptions = useEffectEvent(() => options);
  const { maxHeight } = options;

  useEffect(() => stream.current?.limitHeight(maxHeight), [maxHeight]);

  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    let ended = false;
    const fail = () => {
      if (!ended) failed();
    };
    const stopWaiting = awaitFirstData(video, fail);
    if (isStream && !video.canPlayType(HLS_TYPE)) {
      // hls.js is fetched only where the browser has no native streams (decision 054).
      import("hls.js")
        .then(({ default: Hls }) => {
          // Attached too late, it would take the element from the file that plays in it now.
          if (ended) return;
          const options = { ...currentOptions(), onData: stopWaiting, onDead: fail };
          stream.current = attachStream(Hls, video, url, options);
        })
        .catch(fail);
    } else {
      video.src = url;
    }
    return () => {
      ended = true;
      stopWaiting();
      stream.current?.destroy();
      stream.current = null;
      unload(video);
    };
  }, [ref, url, isStream]);
}
