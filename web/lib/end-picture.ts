import { preloadedImages } from "./preload-image.ts";

/** Ends the request of a picture that has not loaded: a removed element would go on with it. */
export function endPicture(image: HTMLImageElement): void {
  if (image.complete && image.naturalWidth > 0) return;
  image.removeAttribute("srcset");
  image.removeAttribute("src");
}

export function endPreload(url: string): void {
  const image = preloadedImages.get(url);
  if (!image || image.naturalWidth > 0) return;
  preloadedImages.delete(url);
  // If the picture is shown now, its element first joins the request, which then goes on.
  setTimeout(() => endPicture(image));
}
