// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadedImages, preloadImage } from "#web/lib/preload-image.ts";
import { imageMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { GalleryStrip } from "./gallery-strip.tsx";
import { ImageView } from "./image-view.tsx";
import { stagePicture } from "./stage-picture.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const STILL = "https://i.redd.it/still.jpg";
const picture = () => screen.getByAltText<HTMLImageElement>("A stone");
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const offer = () => screen.queryByRole("button", { name: "Try Again" });
const pictures = (box: ParentNode = document) => box.querySelectorAll("img");

function renderPicture() {
  renderInApp(
    <section tabIndex={-1} data-autofocus>
      <ImageView media={imageMedia} alt="A stone" still={STILL} active />
    </section>,
  );
}

test("a picture without a byte after 15 seconds offers to try again, and still replaces the offer when it arrives", () => {
  renderPicture();
  const slow = picture();
  wait(14_999);
  expect(offer()).toBeNull();
  wait(1);
  expect(screen.getByRole("alert").textContent).toContain(
    "Still loadingIts host is slow to answer.",
  );
  expect(screen.queryByLabelText("Loading media")).toBeNull();
  expect(picture(), "goes on loading").toBe(slow);
  offer()?.focus();
  fireEvent.load(slow);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement?.tagName).toBe("SECTION");
});

test("a picture whose first bytes have arrived has a minute", () => {
  renderPicture();
  Object.defineProperty(picture(), "naturalWidth", { value: 1080 });
  wait(59_999);
  expect(offer()).toBeNull();
  wait(1);
  expect(offer()).not.toBeNull();
});

test("Try Again ends the request, a preloaded picture's too, and then loads a new picture with 15 seconds of its own", () => {
  preloadImage(stagePicture(imageMedia));
  const preloaded = preloadedImages.get(imageMedia.image.url);
  wait(100);
  expect(preloaded?.src).toBe(imageMedia.image.url);
  renderPicture();
  wait(15_000);
  const slow = picture();
  const waiting = pictures().length;
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  wait(1);
  for (const image of [slow, preloaded])
    expect(image?.hasAttribute("src") || image?.hasAttribute("srcset")).toBe(false);
  wait(99);
  expect(picture()).not.toBe(slow);
  expect(picture().src).toBe(imageMedia.image.url);
  expect(pictures()).toHaveLength(waiting);
  expect(offer()).toBeNull();
  expect(screen.getByLabelText("Loading media")).toBeTruthy();
  wait(15_000);
  expect(offer()).not.toBeNull();
});

test("a picture that has loaded or failed is not slow", () => {
  renderPicture();
  fireEvent.load(picture());
  wait(60_000);
  expect(offer()).toBeNull();
  fireEvent.error(picture());
  fireEvent.error(picture());
  wait(60_000);
  expect(screen.getByRole("alert").textContent).toContain("Image Unavailable");
});

test.each([
  ["slow picture", 15_000],
  ["picture", 10_000],
])("a %s that failed has 15 seconds again after Try Again", (_, failsAfter) => {
  renderPicture();
  wait(failsAfter);
  fireEvent.error(picture());
  fireEvent.error(picture());
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(screen.getByLabelText("Loading media")).toBeTruthy();
  wait(14_999);
  expect(offer()).toBeNull();
  wait(1);
  expect(offer()).not.toBeNull();
});

test("a picture of the strip without a byte after 15 seconds is a placeholder until it arrives", () => {
  const media = { kind: "gallery" as const, items: [imageMedia, imageMedia] };
  renderInApp(<GalleryStrip media={media} slide={0} onSlide={() => undefined} />);
  const first = screen.getByRole("button", { name: "Image 1" });
  expect(first.querySelector(".strip-spinner")).not.toBeNull();
  wait(15_000);
  expect(first.querySelector(".strip-spinner")).toBeNull();
  expect(first.querySelector("svg")).not.toBeNull();
  for (const image of pictures(first)) fireEvent.load(image);
  expect(first.querySelector("svg")).toBeNull();
});
