import type { ImageMedia } from "#schema/media.ts";
import { imageSizes, savesData } from "#web/features/data-saver/data-saver.ts";
import { srcSetOf } from "#schema/tiles.ts";
import type { Still } from "#web/lib/preload-image.ts";

/** Used to show and to preload: with other sizes the browser would fetch the picture twice. */
export const stagePicture = ({ image, srcset }: ImageMedia): Still => ({
  url: image.url,
  srcSet: srcSetOf(srcset),
  sizes: savesData()
    ? imageSizes(innerWidth, true)
    : "(min-width: 1024px) calc(100vw - 410px), 100vw",
});
