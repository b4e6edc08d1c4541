// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadImage } from "./preload-image.ts";

let images: Partial<HTMLImageElement>[] = [];

beforeEach(() => {
  images = [];
  vi.useFakeTimers();
  vi.spyOn(document, "readyState", "get").mockReturnValue("complete");
  vi.stubGlobal("Image", function remember(this: Partial<HTMLImageElement>) {
    images.push(this);
  });
});

afterEach(() => void vi.useRealTimers());

test("a picture is fetched once, at low priority and without a referrer", () => {
  for (let times = 0; times < 2; times += 1)
    preloadImage({ src: "a", srcSet: "b 2w", sizes: "2px" });
  vi.runAllTimers();
  const hidden = { fetchPriority: "low", referrerPolicy: "no-referrer" };
  expect(images).toEqual([
    { ...hidden, decoding: "async", src: "a", srcset: "b 2w", sizes: "2px" },
  ]);
});

test("of more than a hundred pictures the first is forgotten", () => {
  for (let at = 0; at <= 100; at += 1) preloadImage({ src: `picture ${at}` });
  preloadImage({ src: "picture 1" });
  expect(images, "remembered").toHaveLength(101);
  preloadImage({ src: "picture 0" });
  expect(images, "forgotten").toHaveLength(102);
});

test("before the page has loaded, no picture is fetched", () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  preloadImage({ src: "early" });
  vi.runAllTimers();
  expect(images.map(({ src }) => src)).toEqual([undefined]);
  dispatchEvent(new Event("load"));
  vi.runAllTimers();
  expect(images.map(({ src }) => src)).toEqual(["early"]);
});
