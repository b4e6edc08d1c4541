import { expect, test } from "vitest";
import { unplayable } from "#normalise/resolved.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { formatDuration } from "./duration.ts";
import { mediaLabel } from "./media-label.ts";

test.each([
  [0, "0:00"],
  [42.4, "0:42"],
  [61, "1:01"],
  [600, "10:00"],
  [3723, "1:02:03"],
  [36_000, "10:00:00"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test("a picture has no chip; a gallery shows its count, a video its length, and others their kind", () => {
  expect(mediaLabel(postOf())).toBeNull();
  const gallery = { kind: "gallery" as const, items: [imageMedia, imageMedia] };
  expect(mediaLabel(postOf({ mediaType: "gallery", media: gallery }))?.text).toBe("2 photos");
  expect(mediaLabel(postOf({ mediaType: "gif" }))?.text).toBe("GIF");
  expect(mediaLabel(postOf({ mediaType: "video" }))?.text).toBe("Video");
  const video = unplayable({ platform: "reddit", duration: 42 });
  expect(mediaLabel(postOf({ mediaType: "video", media: video }))?.text).toBe("0:42");
});

test("a post that the filter counts as GIF or gallery has that chip, whatever its media", () => {
  const url = "https://i.redd.it/a.gif";
  expect(mediaLabel(postOf({ mediaType: "image", url }))?.text).toBe("GIF");
  expect(mediaLabel(postOf({ mediaType: "video", url }))?.text).toBe("GIF");
  expect(mediaLabel(postOf({ mediaType: "gallery" }))?.text).toBe("Album");
});
