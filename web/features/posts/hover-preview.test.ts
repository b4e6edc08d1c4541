import { expect, test } from "vitest";
import type { GoneMedia, VideoSource } from "#schema/media.ts";
import { postOf } from "#web/testing/posts.ts";
import { previewOf } from "./hover-preview.ts";

const file = (url: string, type = "video/mp4"): VideoSource => ({
  url,
  type,
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

test("a card previews the smallest file of its clip, and never a stream", () => {
  const stream = file("a.m3u8", "application/vnd.apple.mpegurl");
  expect(previewOf(postOf({ media: gone([file("720.mp4"), file("240.mp4"), stream]) }))).toBe(
    "240.mp4",
  );
});

test("a picture and a clip without files have no preview", () => {
  expect(previewOf(postOf())).toBeNull();
  expect(previewOf(postOf({ media: gone([]) }))).toBeNull();
});
