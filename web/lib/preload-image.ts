import type { TileImage } from "#schema/tiles.ts";

const MAX_REMEMBERED_IMAGES = 100;
/** By address. */
export const preloadedImages = new Map<string, HTMLImageElement>();

/** Preloading must not compete with the page's own load. */
function afterLoad(work: () => void): void {
  if (document.readyState === "complete") work();
  else globalThis.addEventListener("load", work, { once: true });
}

/** Fetches a picture at low priority, unless it is among the last 100 fetched. */
export function preloadImage({ src, srcSet, sizes }: TileImage): void {
  if (preloadedImages.has(src)) return;
  const image = new Image();
  preloadedImages.set(src, image);
  const oldest =
    preloadedImages.size > MAX_REMEMBERED_IMAGES ? preloadedImages.keys().next().value : undefined;
  if (oldest !== undefined) preloadedImages.delete(oldest);
  const startFetch = () => {
    if (preloadedImages.get(src) !== image) return;
    image.fetchPriority = "low";
    image.decoding = "async";
    image.referrerPolicy = "no-referrer";
    if (sizes) image.sizes = sizes;
    if (srcSet) image.srcset = srcSet;
    image.src = src;
  };
  afterLoad(() => setTimeout(startFetch, Math.random() * 100));
}
