import type { ImageMedia } from "#schema/media.ts";
import { imageSizes, savesData } from "#web/features/data-saver/data-saver.ts";
import { srcSetOf } from "#schema/tiles.ts";
import type { Still } from "#web/lib/preload-image.ts";

const WIDE = 1024;

/** The copies are at most 1080 pixels wide: a wide window would draw them larger than they are. */
function candidates({ image, srcset }: ImageMedia): ImageMedia["srcset"] {
  const widest = srcset.at(-1)?.width ?? Infinity;
  return innerWidth >= WIDE && image.width > widest ? [...srcset, image] : srcset;
}

/** Used to show and to preload: with other sizes the browser would fetch the picture twice. */
export const stagePicture = (media: ImageMedia): Still => ({
  url: media.image.url,
  srcSet: srcSetOf(candidates(media)),
  sizes: savesData()
    ? imageSizes(innerWidth, true)
    : `(min-width: ${WIDE}px) calc(100vw - 410px), 100vw`,
});
