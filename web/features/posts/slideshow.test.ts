import { expect, test } from "vitest";
import type { VideoMedia } from "#schema/media.ts";
import { postOf } from "#web/lib/testing/posts.ts";
import { stayOf } from "./slideshow.ts";

const video: VideoMedia = {
  kind: "video",
  platform: "reddit",
  isEmbedded: false,
  hlsUrl: null,
  sources: [],
  directUrl: "",
  poster: null,
  width: 1,
  height: 1,
  duration: 30,
  hasAudio: true,
  isLoop: false,
  caption: null,
  expiresAt: null,
};

test("a picture stays five seconds, a short loop eight, a clip its length and some grace", () => {
  expect(stayOf(postOf(), 0)).toBe(5000);
  expect(stayOf(postOf({ media: { ...video, isLoop: true, duration: 2 } }), 0)).toBe(8000);
  expect(stayOf(postOf({ media: video }), 0)).toBe(45_000);
  expect(stayOf(postOf({ media: { ...video, duration: null } }), 0)).toBe(45_000);
});
