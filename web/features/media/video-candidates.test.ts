import { expect, test } from "vitest";
import type { VideoSource } from "#schema/media.ts";
import { candidatesOf } from "./video-candidates.ts";

const file = (url: string, type = "video/mp4"): VideoSource => ({
  url,
  type,
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

test("a stream among the files is played as a stream, and is not tried twice", () => {
  const stream = file("a.m3u8", "application/vnd.apple.mpegurl");
  expect(candidatesOf({ hlsUrl: "a.m3u8", sources: [stream] })).toHaveLength(1);
  expect(candidatesOf({ hlsUrl: null, sources: [stream] })[0]?.isStream).toBe(true);
});
