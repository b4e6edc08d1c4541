import { expect, test } from "vitest";
import { linkPost, normalised, preview, shown } from "./testing/raw-posts.ts";

const mediaOf = (url: string, fields = {}) => shown(url, fields)?.media ?? null;

/** Reddit's video preview of a link. */
const copied = (fields = {}) => ({
  preview: {
    ...preview(),
    reddit_video_preview: { fallback_url: "https://v.redd.it/c/DASH_480.mp4", ...fields },
  },
});

test.each([
  ["https://www.youtube.com/watch?v=abcdefghi_1&t=1h2m3s", "?start=3723"],
  ["https://youtu.be/abcdefghi_1?t=2h", "?start=7200"],
  ["https://youtu.be/abcdefghi_1?t=5", "?start=5"],
  ["https://youtu.be/abcdefghi_1?t=100000s", "?start=100000"],
  ["https://www.youtube.com/v/abcdefghi_1", ""],
  ["https://www.youtube.com/e/abcdefghi_1", ""],
  ["https://www.youtube-nocookie.com/embed/abcdefghi_1", ""],
  ["https://youtu.be/abcdefghi_1?t=1m30s-later", ""],
  ["https://youtu.be/abcdefghi_1?t=at 30", ""],
])("%s begins at %j", (url, start) => {
  expect(mediaOf(url)).toMatchObject({
    embedUrl: `https://www.youtube-nocookie.com/embed/abcdefghi_1${start}`,
  });
});

test.each([
  "https://example.com/watch?v=abcdefghi_1",
  "https://youtu.be/abcdefghi_12",
  "https://youtu.be/!abcdefghi_1",
])("%s is no video of YouTube", (url) => expect(shown(url)).toBeNull());

test("a YouTube video without Reddit's preview has YouTube's still as its tile", () => {
  const found = normalised(linkPost("https://youtu.be/abcdefghi_1"))?.post;
  const still = "https://i.ytimg.com/vi/abcdefghi_1/hqdefault.jpg";
  expect(found).toMatchObject({
    thumbnailUrl: still,
    thumbnails: [{ url: still, width: 480, height: 360 }],
  });
});

test("of the stills of an embed Reddit's preview comes first, then the player's own", () => {
  const oembed = {
    thumbnail_url: "https://cdn.example.com/t.jpg",
    thumbnail_width: 480,
    thumbnail_height: 270,
  };
  const tile = (fields: object) =>
    normalised(linkPost("https://youtu.be/abcdefghi_1", { media: { oembed }, ...fields }))?.post
      .thumbnails;
  expect(tile({})).toEqual([{ url: oembed.thumbnail_url, width: 480, height: 270 }]);
  expect(tile({ preview: preview() })?.map(({ width }) => width)).toEqual([108, 216, 320, 640]);
});

test.each([
  "about",
  "api",
  "blog",
  "faq",
  "dmca",
  "login",
  "pricing",
  "privacy",
  "signup",
  "terms",
  "ab",
  "abcdefghijklm",
  "abcd1-x",
])("streamable.com/%s is no video", (path) => {
  expect(shown(`https://streamable.com/${path}`)).toBeNull();
});

test("a Streamable video has one key in every spelling", () => {
  for (const path of ["ABCD1", "e/abcd1", "o/Abcd1"])
    expect(shown(`https://streamable.com/${path}`)?.key).toBe("streamable/abcd1");
});

test.each([
  ["https://www.imgur.com/abcdefg", "https://i.imgur.com/abcdefg.jpg"],
  ["https://imgur.io/abcdefg", "https://i.imgur.com/abcdefg.jpg"],
  ["https://i.imgur.com/abcdefg_d.webp?maxwidth=520", "https://i.imgur.com/abcdefg.webp"],
  ["https://imgur.com/abcdefg.png", "https://i.imgur.com/abcdefg.png"],
  ["https://imgur.com/abcdefg/embed", "https://i.imgur.com/abcdefg.jpg"],
  ["https://imgur.com/abcdefg/embed/?pub=true", "https://i.imgur.com/abcdefg.jpg"],
  ["https://imgur.com/abcd", "https://i.imgur.com/abcd.jpg"],
  ["https://imgur.com/abcdefghijkl", "https://i.imgur.com/abcdefghijkl.jpg"],
])("%s is the picture %s", (url, file) => {
  expect(mediaOf(url)).toMatchObject({ kind: "image", image: { url: file } });
});

test.each([
  "user/ann",
  "account/settings",
  "signin",
  "register",
  "upload",
  "search/time",
  "memegen",
  "about",
  "apps",
  "blog",
  "help",
  "jobs",
  "privacy",
  "rules",
  "tos",
  "t/funny",
  "topic/funny",
  "abc",
  "abcdefghijklm",
  "abc_defg",
  "removed",
])("imgur.com/%s is no picture", (path) => {
  expect(shown(`https://imgur.com/${path}`)).toBeNull();
});

test("Imgur's embed of a picture or an album has the key of its page", () => {
  for (const page of ["abcdefg", "a/abcdefg"])
    expect(shown(`https://imgur.com/${page}/embed`)?.key).toBe(`imgur/${page}`);
});

test("a host whose name only contains Imgur's or Streamable's is neither", () => {
  expect(shown("https://notimgur.com/abcdefg")).toBeNull();
  expect(shown("https://streamable.com.example.com/abcd1")).toBeNull();
});

test("without Reddit's preview Imgur's smaller copies are the tile's sizes", () => {
  const tiles = (fields = {}) =>
    normalised(linkPost("https://i.imgur.com/abcdefg.png", fields))?.post.thumbnails;
  const copy = (size: string) => `https://i.imgur.com/abcdefg${size}.jpg`;
  expect(tiles()).toEqual([
    { url: copy("m"), width: 320, height: 0 },
    { url: copy("l"), width: 640, height: 0 },
    { url: copy("h"), width: 1024, height: 0 },
  ]);
  expect(tiles({ preview: preview() })?.[0]?.url).toContain("preview.redd.it");
});

test("an Imgur page with a video preview is a GIF, and a picture's file with one is a picture", () => {
  expect(shown("https://imgur.com/abcdefg", copied())?.type).toBe("gif");
  expect(shown("https://i.imgur.com/abcdefg.jpg", copied())?.type).toBe("image");
});

test("an Imgur album has Reddit's preview as its only picture", () => {
  const album = linkPost("https://imgur.com/a/abcdefg", { preview: preview() });
  expect(normalised(album)?.post.galleryImages).toEqual([
    "https://preview.redd.it/still.jpg?width=320&crop=smart&auto=webp&s=320abc",
  ]);
  expect(normalised(linkPost("https://imgur.com/a/abcdefg"))?.post.galleryImages).toEqual([]);
});

test.each([
  "users/ann",
  "browse",
  "niches/gems",
  "tags/gems",
  "search/gifs",
  "explore",
  "collections/gems",
  "blog",
  "create",
  "dmca",
  "login",
  "privacy",
  "signup",
  "watch",
  "ifr",
  "i",
  "watch/ab",
])("redgifs.com/%s is no clip", (path) => {
  expect(shown(`https://www.redgifs.com/${path}`)).toBeNull();
});

test.each(["jpg", "jpeg", "png", "webp"])(
  "a .%s at i.redgifs.com is a picture, even with a suffix",
  (ending) => {
    for (const name of ["SomeStill", "SomeStill-large"])
      expect(mediaOf(`https://i.redgifs.com/${name}.${ending}`)).toMatchObject({
        id: "somestill",
        isImage: true,
      });
  },
);

test.each([
  "https://www.redgifs.com/detail/somegecko",
  "https://www.redgifs.com/gifs/detail/SomeGecko",
  "https://www.redgifs.com/watch/somegecko/some-words",
])("%s is the clip somegecko", (url) => {
  expect(mediaOf(url)).toMatchObject({ kind: "redgifs", id: "somegecko", isImage: false });
});

test("a clip whose id begins like a version of the API is found", () => {
  expect(mediaOf("https://www.redgifs.com/watch/v1somegecko")).toMatchObject({ id: "v1somegecko" });
});

test("a RedGifs clip is found in the embed of `media` too, by the address of its page", () => {
  const html =
    '<iframe src="https://cdn.embedly.com/?src=https%3A%2F%2Fwww.redgifs.com%2Fwatch%2FAbc"';
  const media = { type: "RedGifs.com", oembed: { html } };
  expect(shown("https://example.com/x", { media })).toMatchObject({
    type: "video",
    media: { kind: "redgifs", id: "abc", isImage: false },
  });
  expect(shown("https://example.com/x", { media: { ...media, type: "vimeo.com" } })).toBeNull();
});

test("a clip that is gone at Gfycat leads to its address there", () => {
  const url = "https://gfycat.com/gifs/detail/SomeOldGecko-mobile.mp4";
  expect(mediaOf(url, { preview: preview() })).toMatchObject({
    kind: "gone",
    watchUrl: url,
    width: 640,
    height: 480,
    poster: "https://preview.redd.it/still.jpg?width=320&crop=smart&auto=webp&s=320abc",
  });
  expect(shown("https://gfycat.com/-")).toBeNull();
});

test("a link with Reddit's own video of it plays that, as a GIF only where it is one", () => {
  const signed = `https://v.redd.it/c/HLSPlaylist.m3u8?a=1900000000%2Cx`;
  for (const [isGif, type] of [
    [true, "gif"],
    [false, "video"],
  ] as const)
    expect(
      normalised(linkPost("https://clips.example/1", copied({ is_gif: isGif, hls_url: signed }))),
    ).toMatchObject({
      expiresAt: 1_900_000_000_000,
      post: { mediaType: type, media: { hlsUrl: signed } },
    });
});

test.each([
  ["secure_media", { secure_media: { oembed: { type: "video" } } }],
  ["media", { media: { oembed: { type: "video" } } }],
])("a link is a video if the player in %s says so, but not one to Reddit", (_, fields) => {
  expect(mediaOf("https://vimeo.com/1234", fields)).toMatchObject({ kind: "link" });
  expect(shown("https://www.reddit.com/live/1234", fields)).toBeNull();
});
