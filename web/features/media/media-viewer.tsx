import type { Post } from "#schema/api/posts.ts";
import { GalleryView } from "./gallery-view.tsx";
import { MediaBoundary } from "./media-boundary.tsx";
import { MediaLost } from "./media-lost.ts";
import { SingleView } from "./single-view.tsx";

export interface MediaViewerProps {
  post: Post;
  /** The gallery item in view. */
  slide: number;
  onSlide: (slide: number) => void;
  onEnded?: () => void;
  /** Called with true once an error notice replaces the medium in view, with false when it goes. Stable. */
  onLost: (isLost: boolean) => void;
}

/** Fills its positioned parent with the post's media. */
export function MediaViewer({ post, slide, onSlide, onEnded, onLost }: MediaViewerProps) {
  const { media, mediaType, title, redditUrl } = post;
  const common = { mediaType, title, redditUrl, onEnded };
  return (
    <MediaLost value={onLost}>
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
    </MediaLost>
  );
}
