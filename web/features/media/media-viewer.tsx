import type { Post } from "#schema/api/posts.ts";
import { GalleryView } from "./gallery-view.tsx";
import { MediaBoundary } from "./media-boundary.tsx";
import { SingleView } from "./single-view.tsx";

export interface MediaViewerProps {
  post: Post;
  /** The gallery item in view. */
  slide: number;
  onSlide: (slide: number) => void;
  onEnded?: () => void;
}

/** Fills its positioned parent with the post's media. */
export function MediaViewer({ post, slide, onSlide, onEnded }: MediaViewerProps) {
  const { media, mediaType, title, redditUrl } = post;
  const common = { mediaType, title, redditUrl, onEnded };
  return (
    <MediaBoundary key={post.id}>
      {media.kind === "gallery" ? (
        <GalleryView media={media} slide={slide} onSlide={onSlide} {...common} />
      ) : (
        <SingleView
          media={media}
          still={post.thumbnails[0]?.url ?? post.thumbnailUrl}
          active
          eager
          {...common}
        />
      )}
    </MediaBoundary>
  );
}
