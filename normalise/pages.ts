import { extension, isHost, segments } from "./address.ts";
import { image, type Resolver } from "./resolved.ts";

/**
 * Paths of single pictures: pages, and files with more after their name. Albums, profiles and searches have previews
 * too, but not of one picture.
 */
const PAGES: Readonly<Record<string, RegExp>> = {
  "flickr.com": /^photos\/[^/]+\/\d+(?=\/|$)/,
  "flic.kr": /^p\/[A-Za-z0-9]+$/,
  "deviantart.com": /^(?:[^/]+\/)?art\/[^/]+$/,
  "fav.me": /^[a-z0-9]+$/i,
  "pbs.twimg.com": /^media\/[\w-]+/,
  "wikia.nocookie.net": /^.+\.(?:jpe?g|png|webp)(?=\/revision\/latest)/i,
};

/** Reddit's preview is the picture; the post's link leads to the page. */
export const resolvePicturePage: Resolver = ({ url, still }) => {
  if (!url || extension(url)) return null;
  const full = still.source ?? still.sizes.at(-1);
  const host = Object.keys(PAGES).find((name) => isHost(url, name));
  const page = host && PAGES[host]?.exec(segments(url).join("/"))?.[0];
  if (!full || !page) return null;
  const media = { ...image(full.url, still), image: full };
  return { media, type: "image", key: `${host}/${page}`, still };
};
