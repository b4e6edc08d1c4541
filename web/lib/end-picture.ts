import { preloadedImages } from "./preload-image.ts";

/** A picture has its width as soon as its first bytes are there, and one that failed is complete. */
const hasLoaded = ({ complete, naturalWidth }: HTMLImageElement): boolean =>
  complete && naturalWidth > 0;

/** Ends the request of a picture that has not loaded: a removed element would go on with it. */
export function endPicture(image: HTMLImageElement): void {
  if (hasLoaded(image)) return;
  image.removeAttribute("srcset");
  image.removeAttribute("src");
}

export function endPreload(url: string): void {
  const image = preloadedImages.get(url);
  if (!image || hasLoaded(image)) return;
  preloadedImages.delete(url);
  // If the picture is shown now, its element first joins the request, which then goes on.
  setTimeout(() => endPicture(image));
}
