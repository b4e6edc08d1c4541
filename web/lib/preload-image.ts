const MOST = 100;
const seen = new Map<string, HTMLImageElement>();

export interface Still {
  url: string;
  srcSet?: string | undefined;
  sizes?: string;
}

/** While the page itself still loads, what is not yet wanted waits. */
function onceLoaded(work: () => void): void {
  if (document.readyState === "complete") work();
  else globalThis.addEventListener("load", work, { once: true });
}

/** Fetches a picture that will be wanted soon, behind everything that is wanted now. */
export function preloadImage({ url, srcSet, sizes }: Still): void {
  if (seen.has(url)) return;
  const image = new Image();
  seen.set(url, image);
  const oldest = seen.size > MOST ? seen.keys().next().value : undefined;
  if (oldest !== undefined) seen.delete(oldest);
  const fetchIt = () => {
    image.fetchPriority = "low";
    image.decoding = "async";
    image.referrerPolicy = "no-referrer";
    if (sizes) image.sizes = sizes;
    if (srcSet) image.srcset = srcSet;
    image.src = url;
  };
  onceLoaded(() => setTimeout(fetchIt, Math.random() * 100));
}
