import { expect, test } from "vitest";
import { vouchedPost } from "./hearts.ts";

const POST = {
  username: "Ann_Maker",
  title: "Ein Bild 🖼 von heute",
  subreddit: "u_Ann-Maker",
  created: 1_790_000_000,
  isNsfw: false,
  isSpoiler: false,
  mediaType: "image",
  thumbnailUrl: "https://preview.redd.it/a1.jpg?width=320&auto=webp&s=abc",
};

test("a vouched post keeps the known fields and drops others", () => {
  expect(vouchedPost.safeParse(POST).success).toBe(true);
  expect(vouchedPost.parse({ ...POST, thumbnailUrl: null })).toEqual({
    ...POST,
    thumbnailUrl: undefined,
  });
  expect(vouchedPost.parse({ ...POST, selftext: "more than asked for" })).toEqual(POST);
});

test.each([
  { username: "../admin" },
  { title: "" },
  { title: "x".repeat(301) },
  { title: "half an emoji \uD83D" },
  { subreddit: "<b>" },
  { created: -1 },
  { created: 1_790_000_000.5 },
  { created: 1_790_000_000_000 },
  { mediaType: "script" },
  { isNsfw: "no" },
  { thumbnailUrl: "https://evil.example/preview.redd.it/x.jpg" },
  { thumbnailUrl: "https://preview.redd.it@evil.example/x.jpg" },
  { thumbnailUrl: "https://preview.redd.it.evil.example/x.jpg" },
  { thumbnailUrl: "http://preview.redd.it/x.jpg" },
  { thumbnailUrl: "javascript:alert(1)" },
  { thumbnailUrl: `https://preview.redd.it/${"x".repeat(901)}` },
])("and with nothing else: %j", (fields) => {
  expect(vouchedPost.safeParse({ ...POST, ...fields }).success).toBe(false);
});
