import { pause } from "#web/lib/pause.ts";

/** The longest wait for the picture. */
const FIRST_PICTURE_TIMEOUT_MS = 2_000;

function loaded(picture: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    if (picture.complete) return resolve();
    for (const event of ["load", "error"]) {
      picture.addEventListener(event, () => resolve(), { once: true });
    }
  });
}

/** Resolves when the page's first picture has loaded or failed, or at once if the page has none. */
export async function firstPictureShown(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>("article img");
  if (picture) await Promise.race([loaded(picture), pause(FIRST_PICTURE_TIMEOUT_MS)]);
}
