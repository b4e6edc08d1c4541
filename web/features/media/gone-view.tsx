import { useState } from "react";
import type { GoneMedia } from "#schema/media.ts";
import { Notice, StageLink } from "./notice.tsx";
import { VideoPlayer } from "./video-player.tsx";

/** For a host that has shut down: Reddit's low-quality copy with a note, if there is one. */
export function GoneView({
  media,
  title,
  active,
  redditUrl,
}: {
  media: GoneMedia;
  title: string;
  active: boolean;
  redditUrl: string;
}) {
  const [dead, setDead] = useState(media.fallback.length === 0);
  if (dead) {
    return (
      <Notice
        title="Gfycat Service Discontinued"
        icon="video"
        poster={media.poster}
        action={<StageLink href={redditUrl}>View on Reddit</StageLink>}
      >
        Gfycat shut down in September 2023, and its clips went with it.
      </Notice>
    );
  }
  const video = { ...media, hlsUrl: null, sources: media.fallback, isLoop: true, hasAudio: false };
  return (
    <>
      <VideoPlayer media={video} title={title} active={active} onDead={() => setDead(true)} />
      <p className="absolute inset-x-3 top-3 rounded-input bg-black/70 px-3 py-2 text-center text-xs text-white">
        Gfycat Service Discontinued: it shut down in September 2023. This is Reddit&apos;s copy.
      </p>
    </>
  );
}
