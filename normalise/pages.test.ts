import { expect, test } from "vitest";
import { linkPost, normalised, preview, shown } from "./testing/raw-posts.ts";

const PREVIEWED = {
  url: "https://preview.redd.it/still.jpg?auto=webp&s=abc",
  width: 640,
  height: 480,
};

test.each([
  "https://www.flickr.com/photos/some_one/51234567890/in/dateposted/",
  "https://flickr.com/photos/12345678@N00/51234567890",
  "https://flic.kr/p/2kXyZ1a",
  "https://www.deviantart.com/someone/art/A-Quiet-Stone-912345678",
  "https://someone.deviantart.com/art/A-Quiet-Stone-912345678",
  "https://fav.me/dexyz12",
  "https://pbs.twimg.com/media/FxY1-z_AbCd.jpg:large",
  "https://pbs.twimg.com/media/FxY1-z_AbCd?format=jpg&name=4096x4096",
  "https://static.wikia.nocookie.net/gems/images/6/6f/Opal_2.png/revision/latest?cb=20200101",
  "https://vignette.wikia.nocookie.net/gems/images/6/6f/Opal.JPG/revision/latest/scale-to-width/640",
])("%s shows Reddit's preview and leads to its page", (url) => {
  const found = normalised(linkPost(url, { post_hint: "link", preview: preview() }));
  expect(found?.post).toMatchObject({
    mediaType: "image",
    url,
    media: { kind: "image", image: PREVIEWED },
    thumbnails: [{ width: 108 }, { width: 216 }, { width: 320 }, { width: 640 }],
  });
  expect(shown(url, { post_hint: "link" })).toBeNull();
});

test("a preview without its full size shows the widest of its copies", () => {
  const fields = { preview: preview("still", { source: null }) };
  expect(shown("https://fav.me/DEXYZ12", fields)?.media).toMatchObject({
    image: { url: expect.stringContaining("width=320"), width: 320, height: 240 },
  });
});

test("a Flickr picture has the same key in every list", () => {
  const key = (url: string) => shown(url, { preview: preview() })?.key;
  const page = "https://www.flickr.com/photos/some_one/51234567890";
  expect(key(`${page}/in/dateposted/`)).toBe(key(page));
});

test("a picture at Twitter or Wikia has the same key in every size", () => {
  const key = (url: string) => shown(url, { preview: preview() })?.key;
  const tweeted = "https://pbs.twimg.com/media/FxY1-z_AbCd";
  expect(key(`${tweeted}.jpg:large`)).toBe(key(`${tweeted}?format=jpg&name=small`));
  const wiki = "https://static.wikia.nocookie.net/gems/images/6/6f/Opal.png/revision/latest";
  expect(key(`${wiki}/scale-to-width-down/200`)).toBe(key(wiki));
});

test.each([
  "https://pbs.twimg.com/profile_images/1234/AbCd",
  "https://pbs.twimg.com/card_img/1234/AbCd?format=jpg",
  "https://static.wikia.nocookie.net/gems/images/6/6f/Opal.ogg/revision/latest",
  "https://static.wikia.nocookie.net/gems/images/6/6f/Opal.gif/revision/latest",
  "https://nocookie.net/gems/images/6/6f/Opal.png/revision/latest",
  "https://www.flickr.com/photos/some_one/",
  "https://www.flickr.com/photos/some_one/albums/72157600000000000",
  "https://www.deviantart.com/someone/gallery",
  "https://notflickr.com/photos/some_one/51234567890",
  "https://www.flickr.com/groups/photos/some_one/51234567890",
  "https://flic.kr/s/p/2kXyZ1a",
  "https://flic.kr/p/2kXyZ1a/more",
  "https://www.deviantart.com/someone/gallery/art/A-Quiet-Stone-912345678",
  "https://www.deviantart.com/someone/art/A-Quiet-Stone-912345678/more",
  "https://fav.me/dexyz12/more",
  "https://www.deviantart.com/someone/art/A-Quiet-Stone-912345678.zip",
])("%s is no page of one picture", (url) => {
  expect(shown(url, { post_hint: "link", preview: preview() })).toBeNull();
});

test("a picture at Reddit's old upload host needs no post_hint, and prefers Reddit's copy", () => {
  const url = "https://i.reddituploads.com/0a1b2c3d4e5f?fit=max&h=1536&w=1536&s=0123";
  expect(shown(url)).toMatchObject({
    type: "image",
    key: "reddit/0a1b2c3d4e5f",
    media: { kind: "image", image: { url } },
  });
  expect(shown(url, { preview: preview() })?.media).toMatchObject({ image: PREVIEWED });
  expect(shown("https://i.reddituploads.com/")).toBeNull();
});

test.each(["tif", "TIFF", "heic", "psd"])(
  "a .%s file without a preview only opens at its host",
  (ending) => {
    const url = `https://files.example.com/scan.${ending}`;
    expect(shown(url)).toMatchObject({
      type: "image",
      media: { kind: "link", platform: "direct", url, poster: null },
    });
    expect(shown(url, { preview: preview() })?.media).toMatchObject({ image: PREVIEWED });
  },
);
