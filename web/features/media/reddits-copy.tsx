import { type ReactNode, useState } from "react";
import type { GoneMedia, RedgifsMedia } from "#schema/media.ts";
import { VideoPlayer, type VideoPlayerProps } from "./video-player.tsx";

interface RedditsCopyProps extends Pick<VideoPlayerProps, "title" | "active" | "wasPressed"> {
  media: GoneMedia | RedgifsMedia;
  /** Why the clip's own host does not play it; shown over the copy. */
  note: string;
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
      <p className="absolute inset-x-3 top-3 rounded-input bg-black/70 px-3 py-2 text-center text-xs text-white">
        {note} This is Reddit&apos;s copy.
      </p>
    </>
  );
}
