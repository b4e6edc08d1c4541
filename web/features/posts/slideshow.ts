import { useEffect, useEffectEvent } from "react";
import type { Post } from "#schema/api/posts.ts";

const IMAGE_MS = 5000;
const LOOP_MS = 8000;
const UNKNOWN_LENGTH_MS = 45_000;
/** Added to a video's length, in case its `ended` event never comes. */
const GRACE_MS = 15_000;

/** How long a slide stays. A video ends its slide itself; the time here is the limit. */
export function slideDuration(post: Post, slide: number): number {
  const media = post.media.kind === "gallery" ? post.media.items[slide] : post.media;
  switch (media?.kind) {
    case "video":
      if (media.directUrl === null) return IMAGE_MS;
      if (media.isLoop) return Math.max(LOOP_MS, (media.duration ?? 0) * 1000);
      return media.duration ? media.duration * 1000 + GRACE_MS : UNKNOWN_LENGTH_MS;
    case "redgifs":
      return media.isImage ? IMAGE_MS : UNKNOWN_LENGTH_MS;
    case "embed":
      return UNKNOWN_LENGTH_MS;
    default:
      return IMAGE_MS;
  }
}

export function useSlideshow(options: {
  playing: boolean;
  post: Post | undefined;
  slide: number;
  onNext: () => void;
}): void {
  const { playing, post, slide } = options;
  const next = useEffectEvent(options.onNext);
  useEffect(() => {
    if (!playing || !post) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // In a hidden tab it would load pictures, and further pages of the feed, that are not seen.
    const wait = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(next, slideDuration(post, slide));
    };
    wait();
    document.addEventListener("visibilitychange", wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [playing, post, slide]);
}
