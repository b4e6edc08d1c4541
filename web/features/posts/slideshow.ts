import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Post } from "#schema/api/posts.ts";
import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import { mediaAt } from "#schema/media.ts";
import { savesData } from "#web/features/data-saver/data-saver.ts";
import type { MediaState } from "#web/features/media/media-state.ts";
import { isGone, redgifsQuery } from "#web/features/media/redgifs.queries.ts";
import { allowsMotion } from "#web/lib/motion.ts";

const IMAGE_SLIDE_MS = 5000;
const MIN_LOOP_SLIDE_MS = 8000;
const UNKNOWN_LENGTH_SLIDE_MS = 45_000;
/** The time from RedGifs' answer until its clip plays. */
const CLIP_START_S = 2;
/** Added to a video's length, in case its `ended` event never comes. */
const VIDEO_END_GRACE_MS = 15_000;

/** A loop sends no `ended` event. It is shown at least once in full. */
const loopDuration = (seconds: number | null) => Math.max(MIN_LOOP_SLIDE_MS, (seconds ?? 0) * 1000);

type Clip = Pick<RedgifsResponse, "videoUrls" | "hasAudio" | "duration">;

function clipDuration({ videoUrls, hasAudio, duration }: Clip): number {
  if (videoUrls.length === 0) return IMAGE_SLIDE_MS;
  if (duration === null) return UNKNOWN_LENGTH_SLIDE_MS;
  return hasAudio === false
    ? loopDuration(duration + CLIP_START_S)
    : duration * 1000 + VIDEO_END_GRACE_MS;
}

/**
 * Returns the longest time that a slide stays; a video that ends earlier ends its slide. `clip` is RedGifs' answer,
 * once it has arrived; null if the clip is gone, so that Reddit's silent copy is shown.
 */
export function slideDuration(post: Post, slide: number, clip?: Clip | null): number {
  const media = mediaAt(post.media, slide);
  switch (media?.kind) {
    case "video":
      if (media.directUrl === null) return IMAGE_SLIDE_MS;
      if (media.isLoop) return loopDuration(media.duration);
      return media.duration ? media.duration * 1000 + VIDEO_END_GRACE_MS : UNKNOWN_LENGTH_SLIDE_MS;
    case "redgifs":
      if (media.isImage) return IMAGE_SLIDE_MS;
      if (clip === null) return loopDuration(null);
      return clip ? clipDuration(clip) : UNKNOWN_LENGTH_SLIDE_MS;
    case "gone":
      return media.fallback.length > 0 ? loopDuration(null) : IMAGE_SLIDE_MS;
    case "embed":
      return UNKNOWN_LENGTH_SLIDE_MS;
    default:
      return IMAGE_SLIDE_MS;
  }
}

/** Reads RedGifs' answer from the cache. The viewer requests it. */
function useClip(post: Post | undefined, slide: number): RedgifsResponse | null | undefined {
  const media = post && mediaAt(post.media, slide);
  const id = media?.kind === "redgifs" ? media.id : "";
  const { data, error } = useQuery({ ...redgifsQuery(id), enabled: false });
  return isGone(error) ? null : data;
}

/** The last event of the video in view and its place, also before the slideshow. */
function useLastEvent(place: string | null): React.RefObject<string | null> {
  const last = useRef<string>(null);
  useEffect(() => {
    const follow = ({ type }: Event) => void (last.current = `${type} ${place}`);
    // Captured, because they do not bubble.
    document.addEventListener("play", follow, true);
    document.addEventListener("ended", follow, true);
    return () => {
      last.current = null;
      document.removeEventListener("play", follow, true);
      document.removeEventListener("ended", follow, true);
    };
  }, [place]);
  return last;
}

/** Returns the handler for the end of a video. */
export function useSlideshow(options: {
  playing: boolean;
  post: Post | undefined;
  slide: number;
  state: MediaState;
  onNext: () => void;
}): () => void {
  const { playing, post, slide, state } = options;
  const next = useEffectEvent(options.onNext);
  const clip = useClip(post, slide);
  const place = post ? `${post.id} ${slide}` : null;
  const duration = post ? slideDuration(post, slide, clip) : 0;
  const last = useLastEvent(place);
  /** The video in view has ended in a hidden tab. */
  const hasEnded = useRef(false);
  useEffect(() => {
    if (!playing || !place) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startsItself = allowsMotion() && !savesData();
    // In a hidden tab, a slideshow would load pictures and pages that are not seen.
    const wait = () => {
      clearTimeout(timer);
      // A frame can be started by a press at any time, which this page does not see.
      const isMoving = startsItself || state === "frame" || last.current === `play ${place}`;
      const isStill = !isMoving || state === "lost" || last.current === `ended ${place}`;
      const stay = isStill ? IMAGE_SLIDE_MS : duration;
      if (!document.hidden) timer = setTimeout(next, hasEnded.current ? 0 : stay);
    };
    hasEnded.current = false;
    wait();
    document.addEventListener("visibilitychange", wait);
    // A video started by a press may play to its end.
    document.addEventListener("play", wait, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("play", wait, true);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [playing, place, duration, state, last]);
  return () => {
    hasEnded.current = document.hidden;
    if (!document.hidden) options.onNext();
  };
}
