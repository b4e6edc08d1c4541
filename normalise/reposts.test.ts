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
const copied = (id: string) => ({
  preview: {
    ...preview(),
    reddit_video_preview: { fallback_url: `https://v.redd.it/${id}/DASH_480.mp4`, is_gif: true },
  },
});
const loopPreview = copied("c");

const silent = (name: string) => {
  const mp4 = { source: { url: `https://preview.redd.it/${name}.gif?format=mp4` } };
  return { preview: preview(name, { variants: { mp4 } }) };
};
const silentCopy = silent("moving");

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
  ["https://pictures.example/moving", { post_hint: "image", ...silentCopy }],
  ["https://i.redd.it/one.gif", {}],
  ["https://imgur.com/abcdefg", {}],
  ["https://streamable.com/abc12", {}],
])("a file is the same whatever stands behind #: %s", (file, fields) => {
  expect(mergedBy([file, `${file}#first`, `${file}#second`], fields)).toBe(true);
});

const item = (id: string) => ({ e: "Image", s: { u: `https://preview.redd.it/${id}.jpg` } });
const galleryOf = (...ids: string[]) => ({
  is_gallery: true,
  gallery_data: { items: ids.map((media_id) => ({ media_id })) },
  media_metadata: Object.fromEntries(ids.map((id) => [id, item(id)])),
});
const played = (name: string) => ({ media: { reddit_video: { fallback_url: name } } });
const GALLERY = "https://www.reddit.com/gallery/p1";
const EMBEDDED = "https://clips.example/1";
const embed = (id: string) => ({
  media: { type: "redgifs.com", oembed: { html: `https://www.redgifs.com/ifr/${id}` } },
});

/** Two posts, and whether their media are the same. */
test.each<[string, [string, object?], [string, object?], boolean]>([
  ["other pictures", [GALLERY, galleryOf("a", "b")], [GALLERY, galleryOf("a", "c")], false],
  ["another order", [GALLERY, galleryOf("a", "b")], [GALLERY, galleryOf("b", "a")], false],
  ["the same pictures", [GALLERY, galleryOf("a", "b")], [`${GALLERY}2`, galleryOf("a", "b")], true],
  ["another single picture", [GALLERY, galleryOf("a")], [GALLERY, galleryOf("b")], false],
  [
    "another preview only",
    [GALLERY, { is_gallery: true, preview: preview("a") }],
    [GALLERY, { is_gallery: true, preview: preview("b") }],
    false,
  ],
  ["another upload", ["https://v.redd.it/abc"], ["https://v.redd.it/abd"], false],
  [
    "another failed upload",
    ["https://v.redd.it/abc", played("")],
    ["https://v.redd.it/abd", played("")],
    false,
  ],
  [
    "the same video, in a post and in a text",
    ["https://v.redd.it/abc", played("https://v.redd.it/abc/DASH_480.mp4")],
    ["https://v.redd.it/abc", played("https://v.redd.it/link/p1/asset/abc/DASH_480.mp4")],
    true,
  ],
  [
    "the same video under its page's address",
    ["https://v.redd.it/abc", played("https://v.redd.it/abc/DASH_480.mp4")],
    ["https://www.reddit.com/video/abc", played("https://v.redd.it/abc/DASH_720.mp4")],
    true,
  ],
  [
    "another video of a text",
    [EMBEDDED, played("https://v.redd.it/link/p1/asset/abc/DASH_480.mp4")],
    [EMBEDDED, played("https://v.redd.it/link/p1/asset/abd/DASH_480.mp4")],
    false,
  ],
  [
    "a video elsewhere under another signature",
    [EMBEDDED, played("https://files.example/a.mp4?s=1")],
    [EMBEDDED, played("https://files.example/a.mp4?s=2")],
    true,
  ],
  [
    "another video elsewhere",
    [EMBEDDED, played("https://files.example/a.mp4")],
    [EMBEDDED, played("https://files.example/b.mp4")],
    false,
  ],
  ["another clip", ["https://redgifs.com/watch/abc"], ["https://redgifs.com/watch/abd"], false],
  ["another embedded clip", [EMBEDDED, embed("abc")], [EMBEDDED, embed("abd")], false],
  [
    "another clip of Imgur",
    ["https://i.imgur.com/abcde.gifv"],
    ["https://i.imgur.com/abcdf.gifv"],
    false,
  ],
  ["another picture of Imgur", ["https://imgur.com/abcde"], ["https://imgur.com/abcdf"], false],
  [
    "an Imgur album with a slash",
    ["https://imgur.com/a/abcde"],
    ["https://imgur.com/a/abcde//"],
    true,
  ],
  [
    "another video of YouTube",
    ["https://youtu.be/abcdefghi_1"],
    ["https://youtu.be/abcdefghi_2"],
    false,
  ],
  ["another clip of Gfycat", ["https://gfycat.com/abc"], ["https://gfycat.com/abd"], false],
  [
    "another page of a picture",
    ["https://flic.kr/p/a", { preview: preview() }],
    ["https://flic.kr/p/b", { preview: preview() }],
    false,
  ],
  [
    "another file of one folder",
    ["https://styles.redditmedia.com/t5_a/banner.png"],
    ["https://styles.redditmedia.com/t5_a/icon.png"],
    false,
  ],
  [
    "a file under another signature",
    ["https://styles.redditmedia.com/t5_a/icon.png?s=1"],
    ["https://styles.redditmedia.com/t5_a/icon.png?s=2"],
    true,
  ],
  ["another picture", ["https://files.example/a.jpg"], ["https://files.example/b.jpg"], false],
  ["another host", ["https://files.example/a.jpg"], ["https://pictures.example/a.jpg"], false],
  ["another query", ["https://files.example/a.jpg?1"], ["https://files.example/a.jpg?2"], false],
  ["another film", ["https://files.example/a.mp4"], ["https://files.example/b.mp4"], false],
  ["another GIF", ["https://files.example/a.gif"], ["https://files.example/b.gif"], false],
  ["another scan", ["https://files.example/a.tif"], ["https://files.example/b.tif"], false],
  [
    "another loop of Reddit's",
    ["https://preview.redd.it/a.gif?format=mp4"],
    ["https://preview.redd.it/b.gif?format=mp4"],
    false,
  ],
  [
    "a picture under a title with dots and under its id",
    ["https://preview.redd.it/no.1-v12-abc.jpg?s=1"],
    ["https://i.redd.it/abc.PNG"],
    true,
  ],
  [
    "another picture under a title like an id",
    ["https://preview.redd.it/a-v1-b-v0-abc.jpg?s=1"],
    ["https://preview.redd.it/a-v1-b-v0-abd.jpg?s=1"],
    false,
  ],
  ["the same link with other copies", [EMBEDDED, silent("a")], [EMBEDDED, silent("b")], true],
  ["another copy without a link", ["", silent("a")], ["", silent("b")], false],
  ["another video without a link", ["", copied("a")], ["", copied("b")], false],
  ["another moving link", [EMBEDDED, loopPreview], [`${EMBEDDED}2`, loopPreview], false],
])(
  "reposts are recognised by their media: %s",
  (_, [first, firstFields], [second, secondFields], isSame) => {
    const posts = [
      linkPost(first, { name: "t3_p1", ...firstFields }),
      linkPost(second, { name: "t3_p2", ...secondFields }),
    ];
    const listing = normaliseListing(
      posts.map((data) => ({ kind: "t3", data })),
      NOW,
    );
    expect(listing.dropped).toBe(0);
    expect(listing.posts).toHaveLength(isSame ? 1 : 2);
  },
);
