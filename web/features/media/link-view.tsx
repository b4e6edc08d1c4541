import type { LinkMedia, MediaType } from "#schema/media.ts";
import { Notice, StageLink } from "./notice.tsx";

interface LinkViewProps {
  media: Pick<LinkMedia, "platform" | "url" | "poster">;
  mediaType: MediaType;
}

/** For media that only their host can play. */
export function LinkView({ media, mediaType }: LinkViewProps) {
  if (media.platform === "imgur") {
    return (
      <Notice
        title="This is an Imgur album"
        icon="gallery"
        poster={media.poster}
        action={<StageLink href={media.url}>View on Imgur</StageLink>}
      />
    );
  }
  const isVideo = mediaType === "video" || mediaType === "gif";
  return (
    <Notice
      title={isVideo ? "Video Playback Not Available" : "Unsupported Media Type"}
      icon={isVideo ? "video" : "image"}
      poster={media.poster}
      action={
        <StageLink href={media.url}>{isVideo ? "Open Original Video" : "Open Original"}</StageLink>
      }
    >
      <p>It can only be seen where it is hosted.</p>
      <p className="mt-1 line-clamp-3 text-xs break-all text-white/70">{media.url}</p>
    </Notice>
  );
}
