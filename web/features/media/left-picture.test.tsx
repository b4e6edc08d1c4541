// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import { imageMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { GalleryStrip } from "./gallery-strip.tsx";
import { ImageView } from "./image-view.tsx";

const STILL = "https://i.redd.it/still.jpg";
const srcset = [{ url: "https://preview.redd.it/1080.jpg", width: 1080, height: 810 }];
const items = [imageMedia, imageMedia];

function renderPictures() {
  const { unmount } = renderInApp(
    <StrictMode>
      <ImageView media={{ ...imageMedia, srcset }} alt="A stone" still={STILL} active />
      <GalleryStrip media={{ kind: "gallery", items }} slide={0} onSlide={() => undefined} />
    </StrictMode>,
  );
  return { pictures: [...document.querySelectorAll("img")], leave: unmount };
}

const sources = (pictures: HTMLImageElement[]) =>
  pictures.map((one) => [one.getAttribute("src"), one.getAttribute("srcset")]);

const finish = (picture: HTMLImageElement) =>
  Object.defineProperties(picture, { complete: { value: true }, naturalWidth: { value: 1080 } });

test("pictures of a post that is left stop loading, and none that is in view does", () => {
  const { pictures, leave } = renderPictures();
  const full = imageMedia.image.url;
  expect(sources(pictures)).toEqual([
    [STILL, null],
    [full, "https://preview.redd.it/1080.jpg 1080w"],
    [full, null],
    [full, null],
  ]);
  leave();
  expect(sources(pictures)).toEqual(pictures.map(() => [null, null]));
});

test("a picture that has loaded keeps its address", () => {
  const { pictures, leave } = renderPictures();
  pictures.forEach(finish);
  leave();
  expect(sources(pictures).map(([src]) => src)).not.toContain(null);
});

test("a picture whose still replaces it stops loading", () => {
  renderPictures();
  const full = screen.getByAltText("A stone");
  fireEvent.error(full);
  expect(full.isConnected).toBe(false);
  expect(full.getAttribute("src")).toBeNull();
  expect(screen.getByAltText("A stone").getAttribute("src")).toBe(STILL);
});
