import { expect, test } from "vitest";
import type { VideoSource } from "#schema/media.ts";
import { candidatesOf } from "./video-candidates.ts";

const file = (url: string): VideoSource => ({
  url,
  type: "video/mp4",
  quality: "hd",
  label: "",
});

test("the stream comes first because it has the sound, then each file once, best first", () => {
  const sources = [file("720.mp4"), file("480.mp4"), file("720.mp4")];
  expect(candidatesOf({ hlsUrl: "a.m3u8", sources })).toEqual([
    { url: "a.m3u8", isStream: true },
    { url: "720.mp4", isStream: false },
    { url: "480.mp4", isStream: false },
  ]);
});
