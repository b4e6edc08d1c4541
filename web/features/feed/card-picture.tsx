import { useState, type SyntheticEvent } from "react";
import type { Post } from "#schema/api/posts.ts";
import { coveredImage, sharpImage } from "#schema/tiles.ts";
import { ignoreLoad } from "#web/lib/ignore-load.ts";
import { useResetOnline } from "#web/lib/use-reset-online.ts";
import { Icon } from "#view/icon.tsx";
import { TilePicture } from "#view/tile.tsx";

interface CardPictureProps {
  post: Post;
  /** The `sizes` of the picture's `srcset`. */
  sizes: string;
  /** Whether the picture is, was or is about to be uncovered. A card that stays covered loads a small copy. */
  isSharp: boolean;
  eager: boolean;
  /** In the first row: loads before the rest of the page. */
  urgent: boolean;
}

const failed = (post: Post) => (
  <span className="card-placeholder">
    <Icon name={post.mediaType === "video" ? "video" : "image"} size={36} />
  </span>
);

/** Falls back from the srcset to the plain thumbnail, then to a placeholder. Starts again once the device is online. */
export function CardPicture({ post, sizes, isSharp, eager, urgent }: CardPictureProps) {
  // A card that was uncovered once needs no small copy.
  const [small, setSmall] = useState(() => (isSharp ? null : coveredImage(post)));
  const [failures, setFailures] = useState(0);
  const sharp = sharpImage(post, sizes);
  const src = post.thumbnailUrl;
  const thumbnail = src && src !== sharp?.src ? { src } : null;
  const image = [sharp, thumbnail][failures];
  const loading = {
    loading: eager ? "eager" : "lazy",
    fetchPriority: urgent ? "high" : "auto",
  } as const;

  useResetOnline(setFailures, 0);

  const dropSmall = () => setSmall(null);
  // The sharp picture is hidden until it is decoded, so that uncovering never shows an empty card.
  const replaceSmall = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) =>
    void currentTarget.decode().then(dropSmall, dropSmall);

  return (
    <>
      {small && (
        <TilePicture
          {...small}
          {...loading}
          decoding="async"
          onLoad={ignoreLoad}
          onError={dropSmall}
        />
      )}
      {(isSharp || !small) &&
        (image ? (
          <TilePicture
            key={image.src}
            {...image}
            {...loading}
            isHidden={small !== null}
            decoding={small ? "sync" : "async"}
            onLoad={small ? replaceSmall : ignoreLoad}
            onError={() => setFailures(failures + 1)}
          />
        ) : (
          !small && failed(post)
        ))}
    </>
  );
}
