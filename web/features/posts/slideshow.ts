import { useEffect, useEffectEvent } from "react";
import type { Post } from "#schema/api/posts.ts";

const STILL_MS = 5000;
const LOOP_MS = 8000;
const UNKNOWN_MS = 45_000;
/** On top of a clip's length, in case its end is never told. */
const GRACE_MS = 15_000;

/** How long a slide stays. What ends by itself is waited for, but not for ever. */
export function stayOf(post: Post, slide: number): number {
  const media = post.media.kind === "gallery" ? post.media.items[slide] : post.media;
  switch (media?.kind) {
    case "video":
      if (media.isLoop) return Math.max(LOOP_MS, (media.duration ?? 0) * 1000);
      return media.duration ? media.duration * 1000 + GRACE_MS : UNKNOWN_MS;
    case "redgifs":
    case "embed":
      return UNKNOWN_MS;
    default:
      return STILL_MS;
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
    const timer = setTimeout(next, stayOf(post, slide));
    return () => clearTimeout(timer);
  }, [playing, post, slide]);
}
