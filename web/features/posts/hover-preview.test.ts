import { expect, test } from "vitest";
import { goneMedia, postOf } from "#web/testing/posts.ts";
import { previewOf } from "./hover-preview.ts";

test("a card previews the smallest file of its clip", () => {
  expect(previewOf(postOf({ media: goneMedia("720.mp4", "240.mp4") }))).toBe("240.mp4");
});

test("a picture and a clip without files have no preview", () => {
  expect(previewOf(postOf())).toBeNull();
  expect(previewOf(postOf({ media: goneMedia() }))).toBeNull();
});
