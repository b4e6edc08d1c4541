import type { TileImage } from "#schema/tiles.ts";
import type { PageHints } from "./page.rewrite.ts";

/** URLs that passed the URL parser: ASCII, without quotes, angle brackets and line breaks. */
const SAFE = /^[!#-;=?-[\]-~ ]+$/;

function preload({ src, srcSet, sizes }: TileImage): string | null {
  const given = [src, srcSet, sizes].filter((text) => text !== undefined);
  if (!given.every((text) => SAFE.test(text))) return null;
  const link = `<${src}>; rel=preload; as=image; fetchpriority=high; referrerpolicy=no-referrer`;
  return srcSet ? `${link}; imagesrcset="${srcSet}"; imagesizes="${sizes ?? ""}"` : link;
}

/**
 * The Link header: preconnects to the media hosts of the first tiles, and the first picture. Further pictures are for
 * wide windows only, which needs the `media` attribute of a tag in the head.
 */
export function linkHeader({
  images,
  mediaOrigins,
}: Pick<PageHints, "images" | "mediaOrigins">): string {
  const [first] = images;
  const links = mediaOrigins
    .filter((origin) => SAFE.test(origin))
    .map((origin) => `<${origin}>; rel=preconnect`);
  const picture = first ? preload(first) : null;
  return [...links, ...(picture === null ? [] : [picture])].join(", ");
}
