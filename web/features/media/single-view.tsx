import type { MediaType, SingleMedia } from "#schema/media.ts";
import { EmbedView } from "./embed-view.tsx";
import { GoneView } from "./gone-view.tsx";
import { ImageView } from "./image-view.tsx";
import { LinkView } from "./link-view.tsx";
import { RedgifsView } from "./redgifs-view.tsx";
import { VideoPlayer } from "./video-player.tsx";

export interface SingleViewProps {
  media: SingleMedia;
  mediaType: MediaType;
  title: string;
  /** "Image 2 of 5" for a gallery's item: with the title as name, all its slides would share the heading's. */
  place?: string;
  redditUrl: string;
  /** A small copy, shown while the media load. */
  still: string | null;
  active: boolean;
  onEnded?: () => void;
}

export function SingleView(props: SingleViewProps) {
  const { media, mediaType, redditUrl, still, active, onEnded } = props;
  const title = props.place ?? props.title;
  const player = { title, active, onEnded, redditUrl };
  switch (media.kind) {
    case "image": {
      const alt = props.place ?? media.caption ?? title;
      return <ImageView media={media} alt={alt} still={still} active={active} />;
    }
    case "video":
      return <VideoPlayer media={media} {...player} />;
    case "redgifs":
      return <RedgifsView media={media} {...player} />;
    case "embed":
      return <EmbedView media={media} title={title} active={active} />;
    case "gone":
      return <GoneView media={media} title={title} active={active} redditUrl={redditUrl} />;
    case "link":
      return <LinkView media={media} mediaType={mediaType} />;
    default: {
      // The server can be newer than an open page.
      media satisfies never;
      const postLink = { platform: "other", url: redditUrl, poster: still } as const;
      return <LinkView media={postLink} mediaType={mediaType} />;
    }
  }
}
