import type { ImageMedia } from "#schema/media.ts";
import { srcSetOf } from "#schema/tiles.ts";
import type { Still } from "#web/lib/preload-image.ts";

/** A picture as the viewer's stage asks for it: shown and fetched ahead in the same words, or it would be fetched twice. */
export const stagePicture = ({ image, srcset }: ImageMedia): Still => ({
  url: image.url,
  srcSet: srcSetOf(srcset),
  sizes: "(min-width: 1024px) calc(100vw - 410px), 100vw",
});
