import type { ImageMedia } from "#schema/media.ts";
import { imageSizes, savesData } from "#web/features/data-saver/data-saver.ts";
import { srcSetOf, type TileImage } from "#schema/tiles.ts";

const WIDE = 1024;
/** Reddit's widest copy. */
const WIDEST_COPY = 1080;

/**
 * A wide window would enlarge the widest copy, so it may load the original; every window may load one that is no wider
 * than that copy (decision 134).
 */
function candidates({ image, srcset }: ImageMedia): ImageMedia["srcset"] {
  const widest = srcset.at(-1)?.width ?? Infinity;
  const isOffered = innerWidth >= WIDE || image.width <= WIDEST_COPY;
  return isOffered && image.width > widest ? [...srcset, image] : srcset;
}

/** Shared by display and preloading: with different sizes the browser would fetch the picture twice. */
export const stagePicture = (media: ImageMedia): TileImage => ({
  src: media.image.url,
  srcSet: srcSetOf(candidates(media)),
  sizes: savesData()
    ? imageSizes(innerWidth, true)
    : `(min-width: ${WIDE}px) calc(100vw - 410px), 100vw`,
});
