import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Candidate } from "./video-candidates.ts";
import { levelWithin, type MaxHeight } from "./video-quality.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";
const FIRST_DATA_TIMEOUT_MS = 5_000;
/** For hls.js, 180 KB, where it is needed (decision 054): a stalled load falls back to the plain files. */
const HLS_TIMEOUT_MS = 15_000;
const DATA_EVENTS = ["progress", "loadedmetadata", "loadeddata"] as const;

interface Stream {
  maxHeight: MaxHeight;
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
  { maxHeight, onData, onDead }: Stream,
): StreamPlayer {
  const player = new Hls({
    capLevelToPlayerSize: maxHeight === null,
    maxBufferLength: 20,
  });
  let max = maxHeight;
  // Another limit applies to the parts still to come. The first one after Auto drops buffered parts of better quality.
  const limit = () => {
    // The cap by the player's size and ours are one number of hls.js, which sets it again whenever the size changes.
    if (max === null) player.autoLevelCapping = -1;
    player.capLevelToPlayerSize = max === null;
    if (max !== null) player.autoLevelCapping = levelWithin(player.levels, max);
  };
  player.on(Hls.Events.MANIFEST_PARSED, limit);
  player.on(Hls.Events.MANIFEST_LOADED, onData);
  player.on(Hls.Events.ERROR, (_event, data) => {
    if (data.fatal) onDead();
  });
  player.loadSource(url);
  player.attachMedia(video);
  return {
    limitHeight(next) {
      max = next;
      limit();
    },
    destroy: () => player.destroy(),
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
function unloadAndKeepPosition(
  video: HTMLVideoElement,
  stream: React.RefObject<StreamPlayer | null>,
): void {
  // Read first: hls.js unloads the element, which sets the position to 0.
  const { currentTime: seconds, paused } = video;
  stream.current?.destroy();
  stream.current = null;
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
  /** Nothing is loaded until it is true. */
  isWanted: boolean;
  onFailure: () => void;
}

const loadHls = () =>
  import("hls.js").then(({ default: Hls }) => {
    if (!Hls.isSupported()) throw new Error("hls.js cannot run here");
    return Hls;
  });

const playsHls = (video: HTMLVideoElement) => video.canPlayType(HLS_TYPE) !== "";

/**
 * Limits the stream that plays. Returns whether hls.js replaces the browser's own HLS player because of a limit, which
 * that one does not take. iPhones have no MediaSource and keep their own player. Once true it stays so: when the limit is
 * lifted, hls.js plays better parts without a break.
 */
function useLimit(stream: React.RefObject<StreamPlayer | null>, maxHeight: MaxHeight): boolean {
  useEffect(() => stream.current?.limitHeight(maxHeight), [stream, maxHeight]);
  const [wasLimited, setWasLimited] = useState(false);
  const isLimited =
    wasLimited ||
    (maxHeight !== null &&
      "MediaSource" in globalThis &&
      playsHls(document.createElement("video")));
  if (isLimited !== wasLimited) setWasLimited(isLimited);
  return isLimited;
}

/** Whether hls.js replaces the browser's own HLS player: because of a limit, or after that one has failed. */
function useNativePlayer(
  stream: React.RefObject<StreamPlayer | null>,
  isStream: boolean,
  maxHeight: MaxHeight,
) {
  const isLimited = useLimit(stream, maxHeight);
  const [hasFailed, setFailed] = useState(false);
  const isReplaced = isStream && (isLimited || hasFailed);
  /** Returns false if hls.js played already, or cannot: iPhones before iOS 17.1 have no MediaSource of either kind. */
  const replaceFailed = (): boolean => {
    const canReplace =
      isStream &&
      !isReplaced &&
      ("MediaSource" in globalThis || "ManagedMediaSource" in globalThis) &&
      playsHls(document.createElement("video"));
    if (canReplace) setFailed(true);
    return canReplace;
  };
  return { isReplaced, hasFailed, replaceFailed };
}

/**
 * Plays the candidate natively or through hls.js. The host has five seconds to send data, else the candidate fails;
 * hls.js itself has 15 seconds to load before them. Returns the handler of the element's error: where the browser's
 * own player fails at a stream, hls.js plays it, because the plain files may be silent (decision 054).
 */
export function useVideoSource(
  ref: React.RefObject<HTMLVideoElement | null>,
  { url, isStream }: Candidate,
  options: Options,
): () => void {
  const failed = useEffectEvent(options.onFailure);
  const stream = useRef<StreamPlayer | null>(null);
  const currentOptions = useEffectEvent(() => options);
  const native = useNativePlayer(stream, isStream, options.maxHeight);

  useEffect(() => {
    const video = ref.current;
    if (!video || !options.isWanted) return;
    let ended = false;
    const fail = () => void (ended || failed());
    const data = firstDataWait(video, fail);
    const isNative = !isStream || playsHls(video);
    const playNatively = () => {
      data.begin(FIRST_DATA_TIMEOUT_MS);
      video.src = url;
    };
    if (isNative && !native.isReplaced) playNatively();
    else {
      data.begin(HLS_TIMEOUT_MS);
      loadHls()
        .then((Hls) => {
          if (ended) return;
          // The five seconds begin now: the host was not asked while hls.js loaded.
          data.begin(FIRST_DATA_TIMEOUT_MS);
          const streamOptions = { ...currentOptions(), onData: data.stop, onDead: fail };
          stream.current = attachStream(Hls, video, url, streamOptions);
        })
        // Without hls.js the stream, which has the sound, plays in the quality that the browser chooses.
        .catch(() => (isNative && !native.hasFailed && !ended ? playNatively() : fail()));
    }
    return () => {
      ended = true;
      data.stop();
      unloadAndKeepPosition(video, stream);
    };
  }, [ref, url, isStream, options.isWanted, native.isReplaced, native.hasFailed]);

  return () => void (native.replaceFailed() || options.onFailure());
}
