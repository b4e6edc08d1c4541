import { expect, test } from "vitest";
import { linkPost, normalised, NOW, preview } from "./testing/raw-posts.ts";

const postOf = (url: string, fields = {}) => normalised(linkPost(url, fields))?.post;
const STILL = "https://preview.redd.it/still.jpg?width=320&crop=smart&auto=webp&s=320abc";

test.each(["jpg", "avif", "bmp", "jfif", "PNG"])(
  "a .%s file is a picture, and its own tile where Reddit has no preview",
  (ending) => {
    const url = `https://files.example.com/a.${ending}`;
    expect(postOf(url)).toMatchObject({
      mediaType: "image",
      media: { kind: "image", image: { url } },
      thumbnailUrl: url,
      thumbnails: [{ url, width: 0, height: 0 }],
    });
    expect(postOf(url, { preview: preview() })).toMatchObject({
      media: { image: { url, width: 640, height: 480 }, srcset: [{}, {}, {}] },
      thumbnailUrl: STILL,
    });
  },
);

test("a GIF file is shown itself, because Reddit's smaller copies do not move", () => {
  const url = "https://files.example.com/a.gif";
  expect(postOf(url, { preview: preview() })).toMatchObject({
    media: { kind: "image", image: { url }, srcset: [] },
    thumbnailUrl: STILL,
  });
  expect(postOf(url)?.thumbnails).toEqual([{ url, width: 0, height: 0 }]);
});

test.each(["tif", "heif"])("a .%s file is shown by Reddit's copy", (ending) => {
  const url = `https://files.example.com/a.${ending}`;
  expect(postOf(url, { preview: preview() })?.media).toMatchObject({ kind: "image" });
  expect(postOf(url)?.media).toMatchObject({ kind: "link", url });
});

test.each([
  ["https://files.example.com/a.m4v", "direct"],
  ["https://packaged-media.redd.it/a1/pb/m2-res_480p.mp4", "reddit"],
])("the video %s plays from its file, behind Reddit's still", (url, platform) => {
  expect(postOf(url, { preview: preview() })?.media).toMatchObject({
    platform,
    poster: STILL,
    sources: [{ url, type: "video/mp4", quality: "hd" }],
    width: 640,
    height: 480,
    isLoop: false,
  });
  expect(postOf(url)?.media).toMatchObject({ poster: null, width: 0, height: 0 });
});

test("Reddit's mp4 of a GIF is a silent loop, whatever its name ends with", () => {
  const url = "https://preview.redd.it/a.gif?format=mp4&s=1";
  for (const fields of [{}, { preview: preview() }])
    expect(postOf(url, fields)).toMatchObject({
      mediaType: "gif",
      media: { kind: "video", platform: "reddit", directUrl: url, isLoop: true, hasAudio: false },
    });
  const elsewhere = "https://files.example.com/a.gif?format=mp4";
  expect(postOf(elsewhere)?.media).toMatchObject({ kind: "image", image: { url: elsewhere } });
});

test.each([
  ["below a file's name", "https://news.example.com/photo.jpg/comments"],
  ["of another scheme", "ftp://files.example.com/a.jpg"],
  ["at a host without a dot", "https://files/a.jpg"],
  ["with a name and a password", "https://ann:secret@files.example.com/a.jpg"],
  ["with a name", "https://ann@files.example.com/a.jpg"],
  ["with a password", "https://:secret@files.example.com/a.jpg"],
  ["of more than 4,096 characters", `https://files.example.com/${"a".repeat(4_100)}.jpg`],
])("an address %s is no file to show", (_, url) => expect(postOf(url)).toBeUndefined());

test.each([
  ["in processing", {}],
  ["that failed", { media: { reddit_video: { transcoding_status: "error" } } }],
])("an upload %s shows Reddit's still", (_, fields) => {
  const media = postOf("https://v.redd.it/clip1", { ...fields, preview: preview() })?.media;
  expect(media).toMatchObject({ kind: "video", platform: "reddit", poster: STILL });
  expect(postOf("https://v.redd.it/clip%2F1", fields)).toBeUndefined();
});

test("an address without a scheme or with spaces around it is one over https, and keeps its port", () => {
  expect(postOf(" //files.example.com:8443/a.jpg\n")?.url).toBe(
    "https://files.example.com:8443/a.jpg",
  );
});

test("a copy of Reddit's whose address is too long is left out", () => {
  const at = (width: number, length: number) => ({
    url: "https://preview.redd.it/a.jpg?s=".padEnd(length, "a"),
    width,
    height: width,
  });
  const resolutions = [at(108, 4_097), at(216, 4_096)];
  const found = postOf("https://i.redd.it/a.jpg", { preview: preview("still", { resolutions }) });
  expect(found?.thumbnails.map(({ width }) => width)).toEqual([216, 640]);
});

test.each([
  ["https://www.reddit.com/media?url=https%3A%2F%2Fi.redd.it%2Fa.jpg", "https://i.redd.it/a.jpg"],
  ["https://files.example.com/media?url=https%3A%2F%2Fi.redd.it%2Fa.jpg", null],
  ["https://www.reddit.com/media?url=none", null],
  ["https://www.reddit.com/gallery/a?url=https%3A%2F%2Fi.redd.it%2Fa.jpg", null],
])("the file around which Reddit put the page %s is %s", (url, file) => {
  const media = postOf(url)?.media;
  expect(media?.kind === "image" ? media.image.url : null).toBe(file);
});

const hls = (rest: string) => `https://v.redd.it/clip1/HLSPlaylist.m3u8?${rest}`;
const expiryOf = (hls_url: string) =>
  normalised(linkPost("https://v.redd.it/clip1", { media: { reddit_video: { hls_url } } }))
    ?.expiresAt;

test.each([
  [`a=${NOW / 1000 + 60}%2Cx`, NOW + 60_000],
  [`a=${NOW / 1000 + 60}%2cx`, NOW + 60_000],
  [`v=1&a=${NOW / 1000 + 60},x`, NOW + 60_000],
  [`a=${NOW / 1000 + 60}&v=1`, NOW + 60_000],
  [`a=${NOW / 1000 + 60}`, NOW + 60_000],
  [`ba=${NOW / 1000 + 60}`, null],
])("the expiry of a stream is read from ?%s", (rest, until) => {
  expect(expiryOf(hls(rest))).toBe(until);
});
