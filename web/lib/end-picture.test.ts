// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endPreload } from "./end-picture.ts";
import { preloadedImages, preloadImage } from "./preload-image.ts";

beforeEach(() => {
  preloadedImages.clear();
  vi.useFakeTimers();
  vi.spyOn(document, "readyState", "get").mockReturnValue("complete");
});

afterEach(() => void vi.useRealTimers());

const url = "https://i.redd.it/next.jpg";

function preload() {
  preloadImage({ src: url, srcSet: `${url} 2w` });
  const image = preloadedImages.get(url);
  if (!image) throw new Error("not preloaded");
  return image;
}

test("an ended preload is not started, or stops after the page has drawn, and can be started again", () => {
  const waiting = preload();
  endPreload(url);
  vi.runAllTimers();
  expect(waiting.hasAttribute("src")).toBe(false);

  const running = preload();
  vi.runAllTimers();
  endPreload(url);
  expect(running.getAttribute("src"), "a picture in view can join").toBe(url);
  const again = preload();
  vi.runAllTimers();
  expect([running.hasAttribute("src"), running.hasAttribute("srcset")]).toEqual([false, false]);
  expect(again.getAttribute("src")).toBe(url);
});

test("a preloaded picture that has arrived stays remembered, one of which a part has arrived does not", () => {
  const image = preload();
  vi.runAllTimers();
  Object.defineProperty(image, "naturalWidth", { value: 1080 });
  Object.defineProperty(image, "complete", { value: true, configurable: true });
  endPreload(url);
  expect(preload()).toBe(image);
  Object.defineProperty(image, "complete", { value: false });
  endPreload(url);
  vi.runAllTimers();
  expect(image.hasAttribute("src")).toBe(false);
  expect(preload()).not.toBe(image);
});
