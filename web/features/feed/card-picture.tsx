import { useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import { tileSrcSet, tileStill } from "#schema/tiles.ts";
import { cx } from "#web/lib/cx.ts";
import { neverAwaited } from "#web/lib/never-awaited.ts";
import { Icon } from "#web/ui/icons.tsx";

/** The tile's still: the wide set first, the plain thumbnail if that fails, then a placeholder. */
export function CardPicture({
  post,
  width,
  eager,
  urgent,
  className,
}: {
  post: Post;
  width: number;
  eager: boolean;
  /** In the first row: everything else of the page may wait for it. */
  urgent: boolean;
  className?: string;
}) {
  const [failures, setFailures] = useState(0);
  const still = tileStill(post);
  const second = post.thumbnailUrl !== still ? post.thumbnailUrl : null;
  const src = failures === 0 ? still : failures === 1 ? second : null;
  if (!src) {
    return (
      <span className="card-placeholder">
        <Icon name={post.mediaType === "video" ? "video" : "image"} size={36} />
      </span>
    );
  }
  return (
    <img
      key={src}
      src={src}
      srcSet={failures === 0 ? tileSrcSet(post) : undefined}
      sizes={`${width}px`}
      alt=""
      decoding="async"
      loading={eager ? "eager" : "lazy"}
      fetchPriority={urgent ? "high" : "auto"}
      referrerPolicy="no-referrer"
      onLoad={neverAwaited}
      onError={() => setFailures(failures + 1)}
      className={cx("absolute inset-0 size-full object-cover", className)}
    />
  );
}
