import { expect, test } from "vitest";
import { videoFile } from "#web/testing/posts.ts";
import { candidatesOf } from "./video-candidates.ts";

test("the stream comes first because it has the sound, then each file once, best first", () => {
  const sources = ["720.mp4", "480.mp4", "720.mp4"].map(videoFile);
  expect(candidatesOf({ hlsUrl: "a.m3u8", sources })).toEqual([
    { url: "a.m3u8", isStream: true },
    { url: "720.mp4", isStream: false },
    { url: "480.mp4", isStream: false },
  ]);
});
