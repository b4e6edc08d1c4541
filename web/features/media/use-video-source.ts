import { useEffect, useEffectEvent } from "react";
import type { Candidate } from "./video-candidates.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";

/** Where the browser cannot play a stream itself, a player for it is fetched; only then. */
async function attachStream(
  video: HTMLVideoElement,
  url: string,
  onDead: () => void,
): Promise<() => void> {
  const { default: Hls } = await import("hls.js");
  if (!Hls.isSupported()) {
    onDead();
    return () => {};
  }
  const player = new Hls({ capLevelToPlayerSize: true, maxBufferLength: 20 });
  player.on(Hls.Events.ERROR, (_event, data) => {
    if (data.fatal) onDead();
  });
  player.loadSource(url);
  player.attachMedia(video);
  return () => player.destroy();
}

/** Puts the candidate on the element, whichever way it takes. */
export function useVideoSource(
  ref: React.RefObject<HTMLVideoElement | null>,
  candidate: Candidate | undefined,
  onFailure: () => void,
): void {
  const failed = useEffectEvent(onFailure);
  const { url, isStream } = candidate ?? {};

  useEffect(() => {
    const video = ref.current;
    if (!video || !url) return;
    let ended = false;
    let detach = () => {};
    if (isStream && !video.canPlayType(HLS_TYPE)) {
      attachStream(video, url, () => !ended && failed()).then(
        (undo) => (ended ? undo() : (detach = undo)),
        () => !ended && failed(),
      );
    } else {
      video.src = url;
    }
    return () => {
      ended = true;
      detach();
      video.removeAttribute("src");
      video.load();
    };
  }, [ref, url, isStream]);
}
