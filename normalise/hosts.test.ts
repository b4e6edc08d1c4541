import { expect, test } from "vitest";
import type { Media, MediaType, VideoMedia } from "#schema/media.ts";
import { linkPost, normalised, preview, shown } from "./testing/raw-posts.ts";

const typeOf = (url: string, fields = {}): MediaType | null => shown(url, fields)?.type ?? null;
const mediaOf = (url: string, fields = {}): Media | null => shown(url, fields)?.media ?? null;

test.each([
  "https://redgifs.com/watch/somenicegecko",
  "https://www.redgifs.com/watch/SomeNiceGecko",
  "http://v3.redgifs.com/watch/somenicegecko?7/",
  "https://m.redgifs.com/watch/somenicegecko#rel=user",
  "https://www.redgifs.com/ifr/SomeNiceGecko",
  "https://media.redgifs.com/SomeNiceGecko.mp4",
  "https://media.redgifs.com/SomeNiceGecko-mobile.mp4",
  "https://media.redgifs.com/SomeNiceGecko-silent.mp4",
  "https://media.redgifs.com/SomeNiceGecko-poster.jpg",
  "https://thumbs44.redgifs.com/SomeNiceGecko-mobile.mp4?expires=1&amp;signature=v2:x",
  "https://www.redgifs.com/watch/somenicegecko-hd",
  "https://gifdeliverynetwork.com/somenicegecko",
  "https://www.redgifs.com/somenicegecko/",
  "https://api.redgifs.com/v2/gifs/somenicegecko",
  "https://api.redgifs.com/v2/embed/somenicegecko",
])("%s is a RedGifs clip", (url) => {
  expect(mediaOf(url)).toMatchObject({
    kind: "redgifs",
    id: "somenicegecko",
    embedUrl: "https://www.redgifs.com/ifr/somenicegecko",
    watchUrl: "https://www.redgifs.com/watch/somenicegecko",
    isImage: false,
  });
  expect(typeOf(url)).toBe("video");
});

test("RedGifs pictures are images, and its other pages are no media", () => {
  expect(typeOf("https://i.redgifs.com/i/somestill.jpg")).toBe("image");
  expect(mediaOf("https://i.redgifs.com/i/somestill.jpg")).toMatchObject({ isImage: true });
  expect(typeOf("https://www.redgifs.com/i/somestill")).toBe("image");
  expect(shown("https://www.redgifs.com/users/somebody")).toBeNull();
  expect(shown("https://www.redgifs.com/")).toBeNull();
  for (const page of ["about", "terms", "upload", "read/some-words", "gifs/cats"])
    expect(shown(`https://www.redgifs.com/${page}`), page).toBeNull();
  expect(typeOf("https://www.redgifs.com/gifs/detail/somenicegecko")).toBe("video");
  expect(shown("https://notredgifs.com/watch/somenicegecko")).toBeNull();
});

test("a clip that only Reddit's embed names is found, with Reddit's silent copy as fallback", () => {
  const html =
    '&lt;iframe src="https://www.redgifs.com/ifr/SomeNiceGecko" width="100%"&gt;&lt;/iframe&gt;';
  const secure_media = { type: "redgifs.com", oembed: { html } };
  const copy = { fallback_url: "https://v.redd.it/copy1/CMAF_480.mp4", is_gif: true };
  const media = mediaOf("https://example.com/x", {
    secure_media,
    preview: { ...preview(), reddit_video_preview: copy },
  });
  expect(media).toMatchObject({ kind: "redgifs", id: "somenicegecko", width: 640, height: 480 });
  expect(media).toMatchObject({
    fallback: [
      { url: "https://v.redd.it/copy1/CMAF_480.mp4" },
      { label: "360p" },
      { label: "240p" },
    ],
  });
});

test("a clip of Imgur has the size of Reddit's preview", () => {
  const clip = mediaOf("https://i.imgur.com/abcdefg.gifv", { preview: preview() });
  expect(clip).toMatchObject({ width: 640, height: 480 });
});

test.each<[string, MediaType | null, Partial<Media> | null]>([
  ["https://i.imgur.com/abcdefg.gifv", "gif", { kind: "video", platform: "imgur" }],
  ["https://i.imgur.com/abcdefg.gif", "gif", { kind: "video" }],
  ["https://i.imgur.com/abcdefg.mp4", "video", { kind: "video" }],
  ["https://i.imgur.com/abcdefg.webm", "video", { kind: "video" }],
  ["http://i.imgur.com/abcdefg.jpg?1", "image", { kind: "image" }],
  ["https://imgur.com/abcdefg.png", "image", { kind: "image" }],
  ["https://imgur.com/abcdefg", "image", { kind: "image" }],
  ["https://m.imgur.com/some-title-words-abcdefg", "image", { kind: "image" }],
  ["https://imgur.com/a/abcdefg", "gallery", { kind: "link", platform: "imgur" }],
  ["https://imgur.com/gallery/title-abcdefg", "gallery", { kind: "link" }],
  ["https://imgur.com/t/funny/abcdefg", "gallery", { kind: "link" }],
  ["https://imgur.com/gallery", null, null],
  ["https://i.imgur.com/removed.png", null, null],
  ["https://imgur.com/", null, null],
  ["https://imgur.com.example.com/abcdefg.gifv", null, null],
])("Imgur's %s is %s", (url, type, media) => {
  expect(typeOf(url)).toBe(type);
  const { kind = null, platform = null } = { ...mediaOf(url) } as Partial<VideoMedia>;
  expect({ kind, platform }).toMatchObject(media ?? { kind: null });
});

test("Imgur clips have mp4 and webm, GIFs become loops, and a page is its picture", () => {
  expect(mediaOf("https://i.imgur.com/abcdefg.gifv")).toMatchObject({
    directUrl: "https://i.imgur.com/abcdefg.mp4",
    sources: [
      { url: "https://i.imgur.com/abcdefg.mp4", type: "video/mp4", label: "Original" },
      { url: "https://i.imgur.com/abcdefg.webm", type: "video/webm", label: "WebM" },
    ],
    isLoop: true,
    hasAudio: false,
    poster: "https://i.imgur.com/abcdefgh.jpg",
  });
  expect(mediaOf("https://i.imgur.com/abcdefg.mp4")).toMatchObject({
    isLoop: false,
    hasAudio: null,
  });
  const page = mediaOf("https://imgur.com/some-title-words-abcdefg");
  expect(page).toMatchObject({ image: { url: "https://i.imgur.com/abcdefg.jpg" } });
  const moving = preview("m", {
    variants: { mp4: { source: { url: "https://preview.redd.it/m.mp4" } } },
  });
  expect(typeOf("https://imgur.com/abcdefg", { preview: moving })).toBe("gif");
});

test.each([
  "https://www.youtube.com/watch?v=abcdefghi_1&amp;t=1m30s",
  "https://youtu.be/abcdefghi_1?t=90",
  "https://m.youtube.com/watch?feature=share&v=abcdefghi_1&start=90s",
  "https://www.youtube.com/embed/abcdefghi_1?start=90",
])("%s plays without cookies from its second", (url) => {
  expect(mediaOf(url)).toMatchObject({
    kind: "embed",
    platform: "youtube",
    isEmbedded: true,
    embedUrl: "https://www.youtube-nocookie.com/embed/abcdefghi_1?start=90",
    watchUrl: "https://www.youtube.com/watch?v=abcdefghi_1",
    poster: "https://i.ytimg.com/vi/abcdefghi_1/hqdefault.jpg",
  });
});

test("YouTube shorts and streams are videos, its channels and playlists are not", () => {
  expect(typeOf("https://youtube.com/shorts/abcdefghi_1")).toBe("video");
  expect(typeOf("https://www.youtube.com/live/abcdefghi_1")).toBe("video");
  expect(shown("https://www.youtube.com/@somebody")).toBeNull();
  expect(shown("https://www.youtube.com/playlist?list=PL1")).toBeNull();
  expect(shown("https://www.youtube.com/watch?v=javascript:alert(1)")).toBeNull();
});

test("a file at Streamable's other hosts is itself, each with its own key", () => {
  const file = (id: string) => `https://cdn-cf-east.streamable.com/video/mp4/${id}.mp4?Expires=1`;
  expect(mediaOf(file("abcd1"))).toMatchObject({
    kind: "video",
    platform: "direct",
    directUrl: file("abcd1"),
  });
  expect(shown(file("abcd1"))?.key).not.toBe(shown(file("abcd2"))?.key);
  expect(shown("https://www.streamable.com/abcd1")?.key).toBe("streamable/abcd1");
  expect(shown("https://blog.streamable.com/abcd1")).toBeNull();
});

test("an embed uses the player's own picture if Reddit made none", () => {
  const oembed = {
    thumbnail_url: "https://cdn.example.com/t.jpg",
    thumbnail_width: 480,
    thumbnail_height: 270,
  };
  const found = normalised(
    linkPost("https://streamable.com/abcd1", { secure_media: { type: "streamable.com", oembed } }),
  );
  expect(found?.post.media).toMatchObject({
    kind: "embed",
    platform: "streamable",
    embedUrl: "https://streamable.com/e/abcd1",
    watchUrl: "https://streamable.com/abcd1",
    poster: "https://cdn.example.com/t.jpg",
    width: 480,
  });
  expect(found?.post.thumbnailUrl).toBe("https://cdn.example.com/t.jpg");
});

test("Streamable's player addresses are its videos, and Gfycat's clips are gone but for Reddit's copies", () => {
  expect(mediaOf("https://streamable.com/e/abcd1")).toMatchObject({ kind: "embed" });
  expect(mediaOf("https://streamable.com/moo")).toMatchObject({ kind: "embed" });
  expect(shown("https://streamable.com/")).toBeNull();
  const copy = { fallback_url: "https://v.redd.it/copy2/DASH_480.mp4" };
  const media = mediaOf("https://gfycat.com/SomeOldGecko", {
    preview: { ...preview(), reddit_video_preview: copy },
  });
  expect(media).toMatchObject({
    kind: "gone",
    platform: "gfycat",
    fallback: [{ label: "480p" }, {}, {}],
  });
  expect(typeOf("https://gfycat.com/gifs/detail/someoldgecko")).toBe("video");
  expect(shown("https://gfycat.com/SomeOldGecko")?.key).toBe("gfycat/someoldgecko");
});

test.each<[string, MediaType, string]>([
  ["https://files.example.com/a.mp4", "video", "video/mp4"],
  ["https://files.example.com/a.webm?x=1", "video", "video/webm"],
  ["https://files.example.com/a.mov", "video", "video/quicktime"],
  ["https://files.example.com/a.AVI", "video", "video/x-msvideo"],
  ["https://files.example.com/a.mkv", "video", "video/x-matroska"],
])("%s is a file that plays where it lies", (url, type, mime) => {
  expect(typeOf(url)).toBe(type);
  expect(mediaOf(url)).toMatchObject({
    platform: "direct",
    directUrl: url,
    sources: [{ type: mime }],
  });
});

test.each<[string, MediaType | null]>([
  ["https://i.redd.it/abc.jpg", "image"],
  ["https://i.redd.it/abc.jpeg", "image"],
  ["https://i.redd.it/abc.webp", "image"],
  ["https://i.redd.it/abc.gif", "gif"],
  ["https://preview.redd.it/abc.gif?format=mp4&amp;s=1", "gif"],
  ["https://preview.redd.it/abc.png?width=640&amp;s=1", "image"],
  ["https://www.reddit.com/media?url=https%3A%2F%2Fi.redd.it%2Fabc.jpg", "image"],
  ["https://media.giphy.com/media/abc/giphy.gif", "gif"],
  ["https://en.wikipedia.org/wiki/File:Abc.jpg", null],
  ["https://news.example.com/story", null],
  ["https://www.reddit.com/r/pics/comments/abc/x.jpg", null],
])("%s is %s", (url, type) => {
  expect(typeOf(url, { preview: preview() })).toBe(type);
});

test("a GIF plays as Reddit's silent mp4 of it, behind a still", () => {
  const source = {
    url: "https://preview.redd.it/abc.gif?format=mp4&amp;s=2",
    width: 640,
    height: 480,
  };
  const fields = { preview: preview("abc", { variants: { mp4: { source, resolutions: [] } } }) };
  const found = normalised(linkPost("https://i.redd.it/abc.gif", fields));
  expect(found?.post.media).toMatchObject({
    kind: "video",
    platform: "reddit",
    directUrl: "https://preview.redd.it/abc.gif?format=mp4&s=2",
    isLoop: true,
    hasAudio: false,
    width: 640,
    height: 480,
  });
  expect(found?.post.url).toBe("https://i.redd.it/abc.gif");
  expect(mediaOf("https://i.redd.it/abc.gif")).toMatchObject({
    kind: "image",
    image: { url: "https://i.redd.it/abc.gif" },
    srcset: [],
  });
});

test("an address with post_hint image is a picture, shown by Reddit's copy", () => {
  const fields = { post_hint: "image", preview: preview("hinted") };
  expect(mediaOf("https://pictures.example.com/42", fields)).toMatchObject({
    kind: "image",
    image: { url: "https://preview.redd.it/hinted.jpg?auto=webp&s=abc", width: 640, height: 480 },
  });
});

test("a picture with a video copy at Reddit is a GIF", () => {
  const mp4 = { source: { url: "https://preview.redd.it/moving.gif?format=mp4&amp;s=1" } };
  const fields = { post_hint: "image", preview: preview("moving", { variants: { mp4 } }) };
  const found = shown("https://pictures.example.com/42", fields);
  expect(found).toMatchObject({ type: "gif", media: { kind: "video", isLoop: true } });
});

test("a link with a video preview is a GIF; text posts with one and link cards are left out", () => {
  const moving = preview("m", {
    variants: {
      mp4: {
        source: {
          url: "https://external-preview.redd.it/m.gif?format=mp4&amp;s=1",
          width: 9,
          height: 9,
        },
      },
    },
  });
  expect(typeOf("https://giphy.com/gifs/some-words-abc", { preview: moving })).toBe("gif");
  const text = { is_self: true, preview: moving, selftext: "https://giphy.com/gifs/abc" };
  expect(shown("https://www.reddit.com/r/pics/comments/p1/x/", text)).toBeNull();
  expect(shown("https://news.example.com/", { post_hint: "link", preview: preview() })).toBeNull();
});

test("a video of a host without a resolver opens at that host", () => {
  const fields = { post_hint: "rich:video", preview: preview() };
  expect(mediaOf("https://vimeo.com/1234", fields)).toMatchObject({
    kind: "link",
    platform: "other",
    url: "https://vimeo.com/1234",
    width: 640,
  });
  expect(typeOf("https://vimeo.com/1234", fields)).toBe("video");
});
