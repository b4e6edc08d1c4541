import type { Post } from "#schema/api/posts.ts";
import { GalleryView } from "./gallery-view.tsx";
import { MediaBoundary } from "./media-boundary.tsx";
import { type MediaState, OnMediaState } from "./media-state.ts";
import { SingleView } from "./single-view.tsx";

export interface MediaViewerProps {
  post: Post;
  /** The gallery item in view. */
  slide: number;
  onSlide: (slide: number) => void;
  onEnded?: () => void;
  /** Called when the state of the medium in view changes. Stable. */
  onState: (state: MediaState) => void;
}

/** Fills its positioned parent with the post's media. */
export function MediaViewer({ post, slide, onSlide, onEnded, onState }: MediaViewerProps) {
  const { media, mediaType, title, redditUrl } = post;
  const common = { mediaType, title, redditUrl, onEnded };
  return (
    <OnMediaState value={onState}>
      <MediaBoundary key={post.id}>
        {media.kind === "gallery" ? (
          <GalleryView media={media} slide={slide} onSlide={onSlide} {...common} />
        ) : (
          <SingleView
            media={media}
            still={post.thumbnails[0]?.url ?? post.thumbnailUrl}
            active
            {...common}
          />
        )}
      </MediaBoundary>
    </OnMediaState>
  );
}
