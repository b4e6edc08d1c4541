import { type ReactNode, useState } from "react";
import type { GoneMedia, RedgifsMedia } from "#schema/media.ts";
import { VideoPlayer, type VideoPlayerProps } from "./video-player.tsx";

interface RedditsCopyProps extends Pick<VideoPlayerProps, "title" | "active"> {
  media: GoneMedia | RedgifsMedia;
  /** Shown over the copy. */
  note?: ReactNode;
  /** Shown instead of the copy if there is none, or if it cannot be played. */
  otherwise: ReactNode;
}

/** Reddit's low-quality copy of a clip of another host. */
export function RedditsCopy({ media, note, otherwise, ...player }: RedditsCopyProps) {
  const [dead, setDead] = useState(media.fallback.length === 0);
  if (dead) return otherwise;
  const video = { ...media, hlsUrl: null, sources: media.fallback, isLoop: true };
  return (
    <>
      <VideoPlayer {...player} media={video} onDead={() => setDead(true)} />
      {note}
    </>
  );
}
