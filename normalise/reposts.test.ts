import { expect, test } from "vitest";
import { linkPost, NOW, preview } from "./testing/raw-posts.ts";
import { normaliseListing } from "./listing.ts";

const mergedBy = (addresses: string[], fields = {}) => {
  const posts = addresses.map((address, index) =>
    linkPost(address, { name: `t3_p${index}`, id: `p${index}`, ...fields }),
  );
  return (
    normaliseListing(
      posts.map((data) => ({ kind: "t3", data })),
      NOW,
    ).posts.length === 1
  );
};
const loopPreview = {
  preview: {
    ...preview(),
    reddit_video_preview: { fallback_url: "https://v.redd.it/c/DASH_480.mp4", is_gif: true },
  },
};

test.each<[string, object]>([
  ["https://imgur.com/a/abcdefg", {}],
  ["https://imgur.com/gallery/a-title-abcdefg", {}],
  ["https://clips.example/view", loopPreview],
  ["https://player.example/", { post_hint: "rich:video" }],
])("behind # a page names one of several media: %s", (page, fields) => {
  expect(mergedBy([`${page}#first`, `${page}#second`], fields)).toBe(false);
  expect(mergedBy([`${page}#first`, `${page}#first`], fields)).toBe(true);
});

test.each<[string, object]>([
  ["https://pictures.example/one.jpg", {}],
  ["https://pictures.example/one.mp4", {}],
  ["https://pictures.example/unnamed", { post_hint: "image" }],
  ["https://i.redd.it/one.gif", {}],
  ["https://imgur.com/abcdefg", {}],
  ["https://streamable.com/abc12", {}],
])("a file is the same whatever stands behind #: %s", (file, fields) => {
  expect(mergedBy([file, `${file}#first`, `${file}#second`], fields)).toBe(true);
});
