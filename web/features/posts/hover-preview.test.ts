import { expect, test } from "vitest";
import type { GoneMedia, VideoSource } from "#schema/media.ts";
import { postOf } from "#web/testing/posts.ts";
import { previewOf } from "./hover-preview.ts";

const file = (url: string): VideoSource => ({
  url,
  type: "video/mp4",
  quality: "sd",
  label: "",
});

const gone = (fallback: VideoSource[]): GoneMedia => ({
  kind: "gone",
  platform: "gfycat",
  isEmbedded: false,
  watchUrl: "https://gfycat.com/a",
  poster: null,
  fallback,
  width: 1,
  height: 1,
  caption: null,
});

test("a card previews the smallest file of its clip", () => {
  expect(previewOf(postOf({ media: gone([file("720.mp4"), file("240.mp4")]) }))).toBe("240.mp4");
});

test("a picture and a clip without files have no preview", () => {
  expect(previewOf(postOf())).toBeNull();
  expect(previewOf(postOf({ media: gone([]) }))).toBeNull();
});
