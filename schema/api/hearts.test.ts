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

const origin = (fields = {}) => ({ id: "t3_o1", author: "Ann", subreddit: "pics", ...fields });

test.each([
  { title: "x" },
  { title: "🖼".repeat(300) },
  { subreddit: "ab" },
  { subreddit: "s".repeat(30) },
  { subreddit: "reddit.com", origins: [origin({ subreddit: "reddit.com" })] },
  { created: 1_119_484_800 },
  { thumbnailUrl: "https://i.redd.it/a1.jpg" },
  { thumbnailUrl: "https://external-preview.redd.it/a1.png?s=abc" },
  { thumbnailUrl: "https://a.thumbs.redditmedia.com/a-1.jpg" },
  { thumbnailUrl: "https://b.thumbs.redditmedia.com/a_1.jpg" },
  { origins: [] },
  { origins: [origin({ author: "", subreddit: "" })] },
  { origins: Array.from({ length: 5 }, () => origin({ author: "a".repeat(30) })) },
])(
  "a vouched post is as long and as old as Reddit's, with a picture at its hosts: %j",
  (fields) => {
    expect(vouchedPost.parse({ ...POST, ...fields })).toEqual({ ...POST, ...fields });
  },
);

test.each([
  { username: "../admin" },
  { title: "" },
  { title: "x".repeat(301) },
  { title: "half an emoji \uD83D" },
  { subreddit: "<b>" },
  { subreddit: "pics<b>" },
  { subreddit: "pics.com" },
  { subreddit: "<b>pics" },
  { subreddit: "a" },
  { subreddit: "s".repeat(31) },
  { origins: [origin({ id: "o1" })] },
  { origins: [origin({ id: "xt3_o1" })] },
  { origins: [origin({ id: "t3_o1 " })] },
  { origins: [origin({ author: "a b" })] },
  { origins: [origin({ author: "a".repeat(31) })] },
  { origins: [origin({ subreddit: "<b>" })] },
  { origins: [origin({ author: "reddit.com" })] },
  { origins: [{ id: "t3_o1" }] },
  { origins: Array.from({ length: 6 }, () => origin()) },
  { created: -1 },
  { created: 1_000_000_000 },
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
