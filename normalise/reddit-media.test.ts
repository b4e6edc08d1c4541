import { expect, test } from "vitest";
import { linkPost, normalised, NOW, preview } from "./testing/raw-posts.ts";

const SECONDS = NOW / 1000;

const clip = (fields = {}) => ({
  reddit_video: {
    bitrate_kbps: 2400,
    fallback_url: "https://v.redd.it/clip1/CMAF_720.mp4?source=fallback",
    hls_url: `https://v.redd.it/clip1/HLSPlaylist.m3u8?a=${SECONDS + 3600}%2Cc2ln&amp;v=1&amp;f=sd`,
    dash_url: `https://v.redd.it/clip1/DASHPlaylist.mpd?a=${SECONDS + 3600}%2Cc2ln`,
    has_audio: true,
    width: 720,
    height: 1280,
    duration: 23,
    is_gif: false,
    transcoding_status: "completed",
    ...fields,
  },
});
const videoPost = (fields = {}, post = {}) =>
  linkPost("https://v.redd.it/clip1", {
    is_video: true,
    secure_media: clip(fields),
    preview: preview(),
    ...post,
  });

test("a Reddit video has its stream first, then its files, best first", () => {
  const found = normalised(videoPost());
  expect(found?.post.mediaType).toBe("video");
  expect(found?.post.media).toEqual({
    kind: "video",
    platform: "reddit",
    isEmbedded: false,
    hlsUrl: `https://v.redd.it/clip1/HLSPlaylist.m3u8?a=${SECONDS + 3600}%2Cc2ln&v=1&f=sd`,
    sources: [
      {
        url: "https://v.redd.it/clip1/CMAF_720.mp4?source=fallback",
        type: "video/mp4",
        quality: "hd",
        label: "720p",
      },
      {
        url: "https://v.redd.it/clip1/CMAF_480.mp4?source=fallback",
        type: "video/mp4",
        quality: "sd",
        label: "480p",
      },
      {
        url: "https://v.redd.it/clip1/CMAF_360.mp4?source=fallback",
        type: "video/mp4",
        quality: "standard",
        label: "360p",
      },
      {
        url: "https://v.redd.it/clip1/CMAF_240.mp4?source=fallback",
        type: "video/mp4",
        quality: "mobile",
        label: "240p",
      },
    ],
    directUrl: "https://v.redd.it/clip1/CMAF_720.mp4?source=fallback",
    poster: "https://preview.redd.it/still.jpg?width=320&crop=smart&auto=webp&s=320abc",
    width: 720,
    height: 1280,
    duration: 23,
    hasAudio: true,
    isLoop: false,
    caption: null,
    expiresAt: new Date((SECONDS + 3600) * 1000).toISOString(),
  });
  expect(found?.expiresAt).toBe((SECONDS + 3600) * 1000);
});

test.each([
  [
    "https://v.redd.it/clip1/DASH_480.mp4?source=fallback",
    ["DASH_480.mp4", "DASH_360.mp4", "DASH_240.mp4"],
  ],
  ["https://v.redd.it/clip1/DASH_720", ["DASH_720", "DASH_480", "DASH_360", "DASH_240"]],
  [
    "https://v.redd.it/clip1/CMAF_1080.mp4",
    ["CMAF_1080.mp4", "CMAF_720.mp4", "CMAF_480.mp4", "CMAF_360.mp4", "CMAF_240.mp4"],
  ],
  ["https://v.redd.it/clip1/DASH_220.mp4", ["DASH_220.mp4"]],
  ["https://v.redd.it/clip1/DASH_2_4_M", ["DASH_2_4_M"]],
])("the file names of every age are known: %s", (fallback_url, names) => {
  const media = normalised(videoPost({ fallback_url }))?.post.media;
  const files =
    media?.kind === "video" ? media.sources.map(({ url }) => new URL(url).pathname) : [];
  expect(files).toEqual(names.map((name) => `/clip1/${name}`));
});

test("has_audio is true, false or unknown, and is_gif is a silent loop", () => {
  const mediaOf = (fields: object) => normalised(videoPost(fields))?.post;
  expect(mediaOf({ has_audio: false })?.media).toMatchObject({ hasAudio: false, isLoop: false });
  expect(mediaOf({ has_audio: undefined })?.media).toMatchObject({ hasAudio: null });
  expect(mediaOf({ is_gif: true })).toMatchObject({
    mediaType: "gif",
    media: { isLoop: true, hasAudio: false },
  });
});

test.each([-30, 1e12, 86_399.5])("a length of %s and impossible sizes are unknown", (duration) => {
  const { media } = normalised(videoPost({ width: -720, height: 1e15, duration }))?.post ?? {};
  expect(media).toMatchObject({ width: 0, height: 0, duration: null });
});

test("an expired signature is cut off, and the address then has no expiry", () => {
  const hls_url = `https://v.redd.it/clip1/HLSPlaylist.m3u8?a=${SECONDS - 10}%2Cc2ln&v=1`;
  const found = normalised(videoPost({ hls_url }));
  expect(found?.post.media).toMatchObject({
    hlsUrl: "https://v.redd.it/clip1/HLSPlaylist.m3u8",
    expiresAt: null,
  });
  expect(found?.expiresAt).toBeNull();
});

test("an address without a signature keeps its query", () => {
  const hls_url = "https://v.redd.it/clip1/HLSPlaylist.m3u8?v=1&f=sd";
  const found = normalised(videoPost({ hls_url }));
  expect(found?.post.media).toMatchObject({ hlsUrl: hls_url, expiresAt: null });
});

test("a video in processing streams from its id; a failed one has nothing to play", () => {
  const processing = normalised(linkPost("https://v.redd.it/clip1", { preview: preview() }));
  expect(processing?.post).toMatchObject({
    mediaType: "video",
    media: { kind: "video", hlsUrl: "https://v.redd.it/clip1/HLSPlaylist.m3u8", sources: [] },
  });
  const failed = normalised(videoPost({ transcoding_status: "error" }));
  expect(failed?.post).toMatchObject({
    mediaType: "video",
    url: "https://v.redd.it/clip1",
    media: { kind: "video", hlsUrl: null, sources: [], directUrl: null },
  });
});

const image = (id: string, fields = {}) => ({
  status: "valid",
  e: "Image",
  m: "image/jpg",
  id,
  p: [{ u: `https://preview.redd.it/${id}.jpg?width=108&amp;s=1`, x: 108, y: 81 }],
  s: { u: `https://preview.redd.it/${id}.jpg?width=640&amp;s=2`, x: 640, y: 480 },
  ...fields,
});
const animated = (id: string) => ({
  status: "valid",
  e: "AnimatedImage",
  m: "image/gif",
  id,
  p: [{ u: `https://preview.redd.it/${id}.gif?width=108&amp;format=png8&amp;s=1`, x: 108, y: 81 }],
  s: {
    gif: `https://i.redd.it/${id}.gif`,
    mp4: `https://preview.redd.it/${id}.gif?format=mp4&amp;s=3`,
    x: 640,
    y: 480,
  },
});
const inner = (id: string, fields = {}) => ({
  status: "valid",
  e: "RedditVideo",
  hlsUrl: `https://v.redd.it/link/p1/asset/${id}/HLSPlaylist.m3u8?a=${SECONDS + 60}%2Cx`,
  dashUrl: `https://v.redd.it/link/p1/asset/${id}/DASHPlaylist.mpd?a=${SECONDS + 60}%2Cx`,
  x: 640,
  y: 360,
  isGif: false,
  ...fields,
});
const gallery = (items: unknown, media_metadata: unknown, fields = {}) =>
  linkPost("https://www.reddit.com/gallery/p1", {
    is_gallery: true,
    gallery_data: items === null ? null : { items },
    media_metadata,
    ...fields,
  });
const named = (...ids: string[]) => ids.map((media_id, id) => ({ media_id, id }));

test("a gallery has the order and captions of gallery_data, and only existing items", () => {
  const items = [
    ...named("two"),
    { media_id: "one", caption: "A &amp; B", outbound_url: "https://example.com" },
    { media_id: "gone", is_deleted: true },
    ...named("failed", "unprocessed", "missing", "moving", "clip"),
  ];
  const found = normalised(
    gallery(items, {
      clip: inner("clip"),
      moving: animated("moving"),
      one: image("one"),
      gone: image("gone"),
      two: image("two", { e: "Image", m: "image/png" }),
      failed: { status: "failed" },
      unprocessed: { status: "unprocessed" },
    }),
  );
  expect(found?.post.mediaType).toBe("gallery");
  expect(found?.post.media).toMatchObject({
    kind: "gallery",
    items: [
      {
        kind: "image",
        image: { url: "https://preview.redd.it/two.jpg?width=640&s=2", width: 640 },
      },
      { kind: "image", caption: "A & B", srcset: [{ width: 108 }] },
      {
        kind: "video",
        isLoop: true,
        directUrl: "https://preview.redd.it/moving.gif?format=mp4&s=3",
      },
      { kind: "video", isLoop: false, width: 640, height: 360 },
    ],
  });
  expect(found?.post.galleryImages).toEqual([
    "https://preview.redd.it/two.jpg?width=640&s=2",
    "https://preview.redd.it/one.jpg?width=640&s=2",
    "https://preview.redd.it/moving.gif?width=108&format=png8&s=1",
  ]);
  expect(found?.expiresAt).toBe((SECONDS + 60) * 1000);
});

test("a picture in processing has its original's address", () => {
  const found = normalised(
    gallery(named("a", "b"), {
      a: { status: "unprocessed", e: "Image", m: "image/jpg" },
      b: image("b", { s: undefined, m: "image/png" }),
    }),
  );
  expect(found?.post.galleryImages).toEqual(["https://i.redd.it/a.jpg", "https://i.redd.it/b.png"]);
});

test("a gallery of one item becomes that item", () => {
  expect(normalised(gallery(named("a"), { a: image("a") }))?.post.mediaType).toBe("image");
  expect(normalised(gallery(named("a"), { a: animated("a") }))?.post.mediaType).toBe("gif");
  expect(normalised(gallery(named("a"), { a: inner("a") }))?.post.mediaType).toBe("video");
  const left = { a: image("a"), b: { status: "failed" } };
  expect(normalised(gallery(named("b", "a"), left))?.post).toMatchObject({
    mediaType: "image",
    galleryImages: [],
  });
});

test("a gallery without gallery_data has the metadata's order, without both it is its preview, without all it is left out", () => {
  const unordered = normalised(gallery(null, { b: image("b"), a: image("a") }));
  expect(unordered?.post.media).toMatchObject({ items: [{}, {}] });
  const previewed = normalised(gallery(null, null, { preview: preview() }));
  expect(previewed?.post.mediaType).toBe("image");
  expect(normalised(gallery(null, null))).toBeNull();
  expect(normalised(gallery(named("a"), { a: { status: "failed" } }))).toBeNull();
});

const selfPost = (selftext: string, media_metadata: object) =>
  linkPost("https://www.reddit.com/r/pics/comments/p1/x/", {
    is_self: true,
    selftext,
    media_metadata,
  });

test("a text post has its pictures and clips in the text's order", () => {
  const two = selfPost("first https://i.redd.it/bbb.jpg then aaa", {
    aaa: image("aaa"),
    bbb: image("bbb"),
  });
  expect(normalised(two)?.post).toMatchObject({
    mediaType: "gallery",
    galleryImages: [
      "https://preview.redd.it/bbb.jpg?width=640&s=2",
      "https://preview.redd.it/aaa.jpg?width=640&s=2",
    ],
  });
  expect(normalised(selfPost("ccc", { ccc: inner("ccc") }))?.post.mediaType).toBe("video");
  expect(normalised(selfPost("ddd", { ddd: animated("ddd") }))?.post.mediaType).toBe("gif");
  expect(normalised(selfPost("no media", {}))).toBeNull();
  const emote = { "emote|t5_x|1": image("e") };
  expect(normalised(selfPost("![img](emote|t5_x|1)", emote))).toBeNull();
});

test("an animated item's thumbnails have their own sizes, and its clip has the full size", () => {
  const poster = "https://preview.redd.it/a.gif?width=108&format=png8&s=1";
  const single = normalised(gallery(named("a"), { a: animated("a") }))?.post;
  expect(single).toMatchObject({
    thumbnailUrl: poster,
    thumbnails: [{ url: poster, width: 108, height: 81 }],
    media: { kind: "video", poster, width: 640, height: 480 },
  });
  const first = gallery(named("a", "b"), { a: animated("a"), b: image("b") });
  expect(normalised(first)?.post.thumbnails).toEqual([{ url: poster, width: 108, height: 81 }]);
});

test("an animated item without smaller copies is its own still in full size", () => {
  const bare = { ...animated("a"), p: [] };
  const gif = "https://i.redd.it/a.gif";
  expect(normalised(gallery(named("a"), { a: bare }))?.post).toMatchObject({
    thumbnails: [{ url: gif, width: 640, height: 480 }],
    media: { kind: "video", poster: gif, width: 640, height: 480 },
  });
});
