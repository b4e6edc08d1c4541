import type { PageHints } from "./page.rewrite.ts";

/** URLs that passed the URL parser: ASCII, without quotes, angle brackets and line breaks. */
const SAFE = /^[!#-;=?-[\]-~ ]+$/;

const PRELOAD = "rel=preload; as=image; fetchpriority=high; referrerpolicy=no-referrer";

/**
 * The Link header: preconnects to the media hosts of the first tiles, and the first picture. Further pictures are for
 * wide windows only, which needs the `media` attribute of a tag in the head (decision 092).
 */
export function linkHeader({
  images,
  mediaOrigins,
}: Pick<PageHints, "images" | "mediaOrigins">): string {
  const links = [
    ...mediaOrigins.map((origin) => [origin, "rel=preconnect"]),
    ...images.slice(0, 1).map((url) => [url, PRELOAD]),
  ];
  const safe = links.filter(([url = ""]) => SAFE.test(url));
  return safe.map(([url, what]) => `<${url}>; ${what}`).join(", ");
}
