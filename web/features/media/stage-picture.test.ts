// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { ImageMedia } from "#schema/media.ts";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { stagePicture } from "./stage-picture.ts";

const copy = (width: number) => ({ url: `https://i.redd.it/${width}.jpg`, width, height: width });

const media = (width: number): ImageMedia => ({
  kind: "image",
  image: copy(width),
  srcset: [320, 640, 1080].filter((narrower) => narrower <= width).map(copy),
  caption: null,
});

const candidates = (picture: ImageMedia) =>
  stagePicture(picture).srcSet?.match(/\d+w/g)?.join(" ") ?? null;

afterEach(() => setSavesData(false));

test.each([
  [390, 4032, "320w 640w 1080w"],
  [390, 1081, "320w 640w 1080w"],
  [390, 1079, "320w 640w 1079w"],
  [390, 600, "320w 600w"],
  [1440, 4032, "320w 640w 1080w 4032w"],
  [1440, 1080, "320w 640w 1080w"],
])("a window of %i px may choose a picture of %i px from %s", (window, width, expected) => {
  vi.stubGlobal("innerWidth", window);
  expect(candidates(media(width))).toBe(expected);
});

test("a picture without copies has no srcset", () => {
  vi.stubGlobal("innerWidth", 1440);
  expect(stagePicture({ ...media(4032), srcset: [] }).srcSet).toBeUndefined();
});

test("with the data saver a dense screen asks for one pixel of the picture per pixel of the window", () => {
  vi.stubGlobal("innerWidth", 1440);
  vi.stubGlobal("devicePixelRatio", 2);
  setSavesData(true);
  expect(stagePicture(media(4032)).sizes).toBe("720px");
});
