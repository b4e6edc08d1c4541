import { expect, test, vi } from "vitest";
import { linkPost, normalised, NOW, preview } from "./testing/raw-posts.ts";

const SECONDS = NOW / 1000;

const at = (id: string, width: number) => ({
  u: `https://preview.redd.it/${id}.jpg?width=${width}&amp;s=1`,
  x: width,
  y: width / 2,
});
const image = (id: string, fields = {}) => ({
  status: "valid",
  e: "Image",
  m: "image/jpg",
  p: [at(id, 108), at(id, 216), at(id, 320)],
  s: at(id, 640),
  ...fields,
});
const stream = (id: string, until: number) =>
  `https://v.redd.it/link/p1/asset/${id}/HLSPlaylist.m3u8?a=${until}%2Cx`;
const clip = (id: string, fields = {}) => ({
  status: "valid",
  e: "RedditVideo",
  hlsUrl: stream(id, SECONDS + 60),
  x: 640,
  y: 360,
  isGif: false,
  ...fields,
});

type Items = Record<string, object>;
const gallery = (media_metadata: Items, items: object[] | null = null, fields = {}) =>
  linkPost("https://www.reddit.com/gallery/p1", {
    is_gallery: true,
    gallery_data: { items: items ?? Object.keys(media_metadata).map((media_id) => ({ media_id })) },
    media_metadata,
    ...fields,
  });
/** The post of a gallery with one item, which becomes that item. */
const single = (item: object, id = "a1") => normalised(gallery({ [id]: item }))?.post;
const originalOf = (item: object, id = "a1") => {
  const media = single({ status: "unprocessed", e: "Image", ...item }, id)?.media;
  return media?.kind === "image" ? media.image.url : null;
};

test.each([
  ["image/jpg", "https://i.redd.it/a1.jpg"],
  ["image/jpeg", "https://i.redd.it/a1.jpg"],
  ["image/PNG", "https://i.redd.it/a1.png"],
  ["image/webp", "https://i.redd.it/a1.webp"],
  ["image/svg+xml", null],
  ["video/mp4", null],
  [undefined, null],
])("the original of type %s is at %s", (m, url) => {
  expect(originalOf({ m })).toBe(url);
  const post = single({ status: "unprocessed", e: "Image", m });
  expect(post?.thumbnailUrl ?? null).toBe(url);
});

test("an id with other characters makes no address", () => {
  expect(originalOf({ m: "image/png" }, "../a1")).toBeNull();
  expect(originalOf({ m: "image/png" }, "a1?x")).toBeNull();
});

test("a picture has its full size and its smaller copies", () => {
  expect(single(image("a1"))?.media).toMatchObject({
    image: { url: "https://preview.redd.it/a1.jpg?width=640&s=1", width: 640, height: 320 },
    srcset: [
      { width: 108, height: 54 },
      { width: 216, height: 108 },
      { width: 320, height: 160 },
    ],
  });
});

test("a picture without its full size is the widest of the smaller ones", () => {
  expect(single(image("a1", { s: undefined, m: undefined }))?.media).toMatchObject({
    image: { url: "https://preview.redd.it/a1.jpg?width=320&s=1" },
  });
});

test.each([
  ["its type", { e: "Image", m: "image/gif" }],
  ["its kind", { e: "AnimatedImage", m: "image/webp" }],
])("an item is animated by %s", (_, fields) => {
  const mp4 = "https://preview.redd.it/a1.gif?format=mp4&amp;s=3";
  expect(single(image("a1", { ...fields, s: { mp4, x: 640, y: 320 } }))).toMatchObject({
    mediaType: "gif",
    media: {
      kind: "video",
      platform: "reddit",
      isLoop: true,
      poster: "https://preview.redd.it/a1.jpg?width=320&s=1",
    },
  });
});

test("without a clip a GIF is shown in its own size, never as one of its stills", () => {
  const full = { x: 640, y: 320 };
  const gif = "https://i.redd.it/other.gif";
  const animated = (s: object) => single(image("a1", { e: "AnimatedImage", m: "image/gif", s }));
  for (const [s, url] of [
    [{ ...full, gif }, gif],
    [full, "https://i.redd.it/a1.gif"],
  ] as const)
    expect(animated(s)).toMatchObject({
      mediaType: "gif",
      media: { kind: "image", image: { url, width: 640, height: 320 }, srcset: [] },
      thumbnails: [{ width: 108 }, { width: 216 }, { width: 320 }],
    });
});

test("an item without any address is left out of its gallery, and so is one without an id", () => {
  const animated = { status: "valid", e: "AnimatedImage", s: { x: 1, y: 1 } };
  const found = normalised(gallery({ a: animated, b: clip("b", { hlsUrl: "" }), c: image("c") }));
  expect(found).toMatchObject({ expiresAt: null, post: { mediaType: "image" } });
  const odd = [null, "c", {}, { media_id: "c" }] as object[];
  expect(normalised(gallery({ c: image("c") }, odd))?.post.media).toEqual(found?.post.media);
});

test("of a faulty gallery a hundred items are shown, and of a caption a thousand characters", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `a${at}`);
  const metadata = Object.fromEntries(many.map((id) => [id, image(id)]));
  const caption = "c".repeat(5_000);
  const repeated = many.map(() => ({ media_id: "a1", caption }));
  const ids = many.map((id) => ({ media_id: id }));
  for (const post of [
    gallery({ a1: image("a1") }, repeated),
    gallery(metadata, ids),
    gallery(metadata, null, { gallery_data: null }),
    gallery(metadata, null, { is_gallery: false, gallery_data: null, is_self: true }),
  ]) {
    const { media } = normalised(post)?.post ?? {};
    expect(media?.kind === "gallery" && media.items.length).toBe(100);
  }
  const { media } = normalised(gallery({ a1: image("a1") }, repeated))?.post ?? {};
  expect(media?.kind === "gallery" && media.items[0]?.caption).toBe("c".repeat(1_000));
});

test("an item that failed is left out although it has an address", () => {
  const found = normalised(gallery({ a: image("a", { status: "failed" }), b: image("b") }));
  expect(found?.post.mediaType).toBe("image");
  expect(found?.key).toBe(normalised(gallery({ b: image("b") }))?.key);
});

test("a looping clip is a silent GIF, another clip a video whose sound is unknown", () => {
  const until = new Date((SECONDS + 60) * 1000).toISOString();
  const common = { kind: "video", platform: "reddit", expiresAt: until };
  expect(single(clip("a1", { isGif: true }))).toMatchObject({
    mediaType: "gif",
    media: { ...common, isLoop: true, hasAudio: false },
  });
  expect(single(clip("a1", { s: at("a1", 640) }))).toMatchObject({
    mediaType: "video",
    media: {
      ...common,
      isLoop: false,
      hasAudio: null,
      poster: "https://preview.redd.it/a1.jpg?width=640&s=1",
    },
  });
});

test("a clip with an expired signature has an address without one, and no expiry", () => {
  expect(single(clip("a1", { hlsUrl: stream("a1", SECONDS - 1) }))?.media).toMatchObject({
    hlsUrl: "https://v.redd.it/link/p1/asset/a1/HLSPlaylist.m3u8",
    expiresAt: null,
  });
});

test.each([
  ["a gallery that lost its order", { is_gallery: true, gallery_data: null }],
  ["a gallery whose order is empty", { is_gallery: true, gallery_data: {} }],
  ["a text post", { is_self: true, is_gallery: false, gallery_data: null, selftext: "b a" }],
])("the clips of %s keep their signatures, and it expires with the first of them", (_, fields) => {
  const items = {
    a: clip("a", { hlsUrl: stream("a", SECONDS + 90) }),
    b: clip("b", { hlsUrl: stream("b", SECONDS + 30) }),
  };
  const found = normalised(gallery(items, null, fields));
  expect(found?.expiresAt).toBe((SECONDS + 30) * 1000);
  const media = found?.post.media;
  const streams =
    media?.kind === "gallery" ? media.items.map((item) => "hlsUrl" in item && item.hlsUrl) : [];
  expect(streams.toSorted()).toEqual([items.a.hlsUrl, items.b.hlsUrl]);
});

test("the tile of a gallery shows the first item that has a still", () => {
  const processing = { status: "unprocessed", e: "Image", m: "image/png" };
  const widths = (second: object) =>
    normalised(gallery({ a: processing, b: second }))?.post.thumbnails.map(({ width }) => width);
  expect(widths(image("b"))).toEqual([108, 216, 320, 640]);
  expect(widths(image("b", { s: undefined }))).toEqual([108, 216, 320]);
  const first = normalised(gallery({ a: image("a", { p: [] }), b: image("b") }));
  expect(first?.post.thumbnails).toMatchObject([{ url: image("a").s.u.replace("&amp;", "&") }]);
});

test("a gallery without its pictures' addresses is Reddit's preview", () => {
  const fields = { media_metadata: null, preview: preview() };
  expect(normalised(gallery({}, [{ media_id: "a" }], fields))?.post.mediaType).toBe("image");
});

test("a post with a gallery's order is a gallery without the mark of one", () => {
  const two = { a: image("a"), b: image("b") };
  expect(normalised(gallery(two, null, { is_gallery: undefined }))?.post.mediaType).toBe("gallery");
});

test("a caption has no space at its ends, and a blank one is none", () => {
  const found = normalised(
    gallery({ a: image("a"), b: image("b") }, [
      { media_id: "a", caption: " Opal " },
      { media_id: "b", caption: "  " },
    ]),
  );
  expect(found?.post.media).toMatchObject({ items: [{ caption: "Opal" }, { caption: null }] });
});

test("pictures in the text of a post that is no text post are not its media", () => {
  const fields = { is_gallery: false, gallery_data: null, post_hint: "link", preview: preview() };
  expect(normalised(gallery({ a: image("a") }, null, { ...fields, is_self: false }))).toBeNull();
});

test("a picture that the text does not name comes last, and a collectible emote is no picture", () => {
  const metadata = { first: image("first"), second: image("second"), "snoomoji|x": image("x") };
  const fields = { is_gallery: false, gallery_data: null, is_self: true, selftext: "second" };
  expect(normalised(gallery(metadata, null, fields))?.post.galleryImages).toEqual([
    "https://preview.redd.it/second.jpg?width=640&s=1",
    "https://preview.redd.it/first.jpg?width=640&s=1",
  ]);
});

test("of twenty thousand pictures in a text four hundred are searched for, each once", () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => `p${20_000 - at}`);
  const metadata = Object.fromEntries(ids.map((id) => [id, image(id)]));
  const selftext = `A text without a picture. ${"x".repeat(40_000)}`;
  const searches = vi.spyOn(String.prototype, "indexOf");
  const fields = { is_gallery: false, gallery_data: null, is_self: true, selftext };
  const found = normalised(gallery(metadata, null, fields));
  const inText = searches.mock.contexts.filter((text) => String(text) === selftext);
  searches.mockRestore();
  expect(inText).toHaveLength(400);
  expect(found?.post.galleryImages).toHaveLength(100);
});
