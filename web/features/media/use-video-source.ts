import { useEffect, useEffectEvent, useRef } from "react";
import type { Candidate } from "./video-candidates.ts";
import { levelWithin, type MaxHeight } from "./video-quality.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";
const FIRST_DATA_TIMEOUT_MS = 5_000;
/** Browsers without native HLS load hls.js, 180 KB (decision 054): a stalled load falls back to the plain files. */
const HLS_TIMEOUT_MS = 15_000;
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
  // A lower limit keeps the buffered parts and applies to the parts still to come.
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

/** With its own data saver on, a browser loads nothing before play: it is idle, and the address has not failed. */
const isIdle = (video: HTMLVideoElement): boolean =>
  video.networkState === video.NETWORK_IDLE && !video.currentSrc.startsWith("blob:");

/** Once begun, calls `onSilence` if the element gets no data in time; a press of play starts the time again. */
function firstDataWait(video: HTMLVideoElement, onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let limitMs = FIRST_DATA_TIMEOUT_MS;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isIdle(video)) onSilence();
    }, limitMs);
  };
  const stop = () => {
    clearTimeout(timer);
    video.removeEventListener("play", wait);
    for (const name of DATA_EVENTS) video.removeEventListener(name, stop);
  };
  const begin = (ms: number) => {
    limitMs = ms;
    wait();
    video.addEventListener("play", wait);
    for (const name of DATA_EVENTS) video.addEventListener(name, stop);
  };
  return { begin, stop };
}

/** Another file of the same video continues at this position; a paused video stays paused until play is pressed. */
function unloadAndKeepPosition(video: HTMLVideoElement, stream: StreamPlayer | null): void {
  // Read first: hls.js unloads the element, which sets the position to 0.
  const { currentTime: seconds, paused } = video;
  stream?.destroy();
  video.removeAttribute("src");
  video.load();
  if (seconds === 0) return;
  let goesOn = !paused;
  const pressed = () => (goesOn = true);
  const resume = () => {
    video.removeEventListener("play", pressed);
    video.currentTime = seconds;
    if (goesOn) void video.play().catch(() => {});
    // The player starts every new file, so a paused video is paused again.
    else video.pause();
  };
  video.addEventListener("play", pressed);
  video.addEventListener("loadedmetadata", resume, { once: true });
}

interface Options {
  maxHeight: MaxHeight;
  /** If false, only a stream's playlist is loaded before play is pressed. */
  loadsAtOnce: boolean;
  onFailure: () => void;
}

/**
 * Plays the candidate natively or through hls.js. The host has five seconds to send data, else the candidate fails;
 * hls.js itself has 15 seconds to load before them.
 */
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
    const fail = () => void (ended || failed());
    const data = firstDataWait(video, fail);
    const needsHls = isStream && !video.canPlayType(HLS_TYPE);
    data.begin(needsHls ? HLS_TIMEOUT_MS : FIRST_DATA_TIMEOUT_MS);
    if (needsHls) {
      import("hls.js")
        .then(({ default: Hls }) => {
          if (ended) return;
          // The five seconds begin now: the host was not asked while hls.js loaded.
          data.begin(FIRST_DATA_TIMEOUT_MS);
          const streamOptions = { ...currentOptions(), onData: data.stop, onDead: fail };
          stream.current = attachStream(Hls, video, url, streamOptions);
        })
        .catch(fail);
    } else {
      video.src = url;
    }
    return () => {
      ended = true;
      data.stop();
      unloadAndKeepPosition(video, stream.current);
      stream.current = null;
    };
  }, [ref, url, isStream]);
}
