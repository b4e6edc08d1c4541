import { expect, test } from "vitest";
import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import type { VideoMedia } from "#schema/media.ts";
import { goneMedia, postOf, redgifsMedia, videoMedia } from "#web/testing/posts.ts";
import { slideDuration } from "./slideshow.ts";

const video: VideoMedia = {
  ...videoMedia,
  directUrl: "https://v.redd.it/a/CMAF_480.mp4",
  duration: 30,
};

test("a picture stays five seconds, a loop its length and at least eight, a video its length and a grace period, lost media five seconds", () => {
  expect(slideDuration(postOf(), 0)).toBe(5000);
  expect(slideDuration(postOf({ media: { ...video, isLoop: true, duration: 2 } }), 0)).toBe(8000);
  expect(slideDuration(postOf({ media: { ...video, isLoop: true, duration: 12 } }), 0)).toBe(
    12_000,
  );
  expect(slideDuration(postOf({ media: { ...video, duration: 20 } }), 0)).toBe(35_000);
  expect(slideDuration(postOf({ media: { ...video, duration: null } }), 0)).toBe(45_000);
  expect(slideDuration(postOf({ media: { ...video, directUrl: null } }), 0)).toBe(5000);
});

test("a picture at RedGifs stays as long as any other, and a clip of unknown length may play to its end", () => {
  expect(slideDuration(postOf({ media: { ...redgifsMedia, isImage: true } }), 0)).toBe(5000);
  expect(slideDuration(postOf({ media: redgifsMedia }), 0)).toBe(45_000);
});

test("a clip of RedGifs stays as its answer says: a silent one as a loop, one with sound as a video", () => {
  const post = postOf({ media: redgifsMedia });
  const videoUrls = [{ url: "https://media.redgifs.com/a.mp4", type: "video/mp4", quality: "hd" }];
  const stays = (clip: object) =>
    slideDuration(post, 0, {
      videoUrls,
      hasAudio: false,
      duration: 20,
      ...clip,
    } as RedgifsResponse);
  expect(stays({})).toBe(22_000);
  expect(stays({ duration: 3 })).toBe(8000);
  expect(stays({ duration: null })).toBe(45_000);
  expect(stays({ hasAudio: true })).toBe(35_000);
  expect(stays({ hasAudio: null })).toBe(35_000);
  expect(stays({ videoUrls: [], duration: null })).toBe(5000);
  expect(slideDuration(post, 0, null), "Reddit's silent copy").toBe(8000);
});

test("Reddit's copy of a clip whose host is gone stays as a loop, the note that there is none as a picture", () => {
  expect(slideDuration(postOf({ media: goneMedia("https://v.redd.it/a/CMAF_480.mp4") }), 0)).toBe(
    8000,
  );
  expect(slideDuration(postOf({ media: goneMedia() }), 0)).toBe(5000);
});
