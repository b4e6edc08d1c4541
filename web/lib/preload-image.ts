const MAX_REMEMBERED_IMAGES = 100;
/** By address. */
export const preloadedImages = new Map<string, HTMLImageElement>();

export interface Still {
  url: string;
  srcSet?: string | undefined;
  sizes?: string | undefined;
}

/** Preloading must not compete with the page's own load. */
function afterLoad(work: () => void): void {
  if (document.readyState === "complete") work();
  else globalThis.addEventListener("load", work, { once: true });
}

/** Fetches a picture at low priority, unless it is among the last 100 fetched. */
export function preloadImage({ url, srcSet, sizes }: Still): void {
  if (preloadedImages.has(url)) return;
  const image = new Image();
  preloadedImages.set(url, image);
  const oldest =
    preloadedImages.size > MAX_REMEMBERED_IMAGES ? preloadedImages.keys().next().value : undefined;
  if (oldest !== undefined) preloadedImages.delete(oldest);
  const startFetch = () => {
    if (preloadedImages.get(url) !== image) return;
    image.fetchPriority = "low";
    image.decoding = "async";
    image.referrerPolicy = "no-referrer";
    if (sizes) image.sizes = sizes;
    if (srcSet) image.srcset = srcSet;
    image.src = url;
  };
  afterLoad(() => setTimeout(startFetch, Math.random() * 100));
}
