import { expect, test } from "vitest";
import { linkPost, normalised, NOW, preview } from "./testing/raw-posts.ts";

const SECONDS = NOW / 1000;
const packaged = (until: number | string) =>
  `https://packaged-media.redd.it/2x7k1/pb/m2-res_480p.mp4?m=DASHPlaylist.mpd&v=1&e=${until}&s=5c09144116d9e4cf`;

test("a packaged video is not kept past the expiry in its address", () => {
  const url = packaged(SECONDS + 3600);
  const found = normalised(linkPost(url));
  expect(found?.expiresAt).toBe(NOW + 3_600_000);
  expect(found?.post.media).toMatchObject({
    directUrl: url,
    expiresAt: new Date(NOW + 3_600_000).toISOString(),
  });
});

test("an expired packaged video is not passed on: Reddit's preview plays, or nothing", () => {
  const url = packaged(SECONDS);
  const bare = normalised(linkPost(url, { preview: preview() }));
  expect(bare).toMatchObject({ expiresAt: null, post: { mediaType: "video" } });
  expect(bare?.post.media).toMatchObject({ kind: "video", directUrl: null, sources: [] });

  const fallback_url = "https://v.redd.it/2x7k1/DASH_480.mp4";
  const copy = { fallback_url, width: 480, height: 270, is_gif: false };
  const withCopy = normalised(
    linkPost(url, { preview: { ...preview(), reddit_video_preview: copy } }),
  );
  expect(withCopy?.post.media).toMatchObject({ kind: "video", directUrl: fallback_url });
});

test.each([
  packaged(""),
  packaged("soon"),
  packaged(SECONDS - 10).replace("redd.it", "test.example"),
])("an address without an expiry of Reddit's plays as it is: %s", (url) => {
  const found = normalised(linkPost(url));
  expect(found?.expiresAt).toBeNull();
  expect(found?.post.media).toMatchObject({ directUrl: url, expiresAt: null });
});
