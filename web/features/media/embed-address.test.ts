import { expect, test } from "vitest";
import type { EmbedMedia } from "#schema/media.ts";
import { embedAddress } from "./embed-address.ts";

const youtube: EmbedMedia = {
  kind: "embed",
  platform: "youtube",
  isEmbedded: true,
  embedUrl: "https://www.youtube-nocookie.com/embed/abcdefghi_1?start=90",
  watchUrl: "https://www.youtube.com/watch?v=abcdefghi_1",
  poster: null,
  width: 16,
  height: 9,
  caption: null,
};

test("a YouTube video starts by itself, muted, and repeats as a playlist of itself", () => {
  expect(embedAddress(youtube, true)).toBe(
    "https://www.youtube-nocookie.com/embed/abcdefghi_1?start=90&autoplay=1&mute=1&loop=1&playlist=abcdefghi_1",
  );
});

test("with reduced motion nothing starts by itself, and other hosts' addresses are unchanged", () => {
  expect(embedAddress(youtube, false)).toBe(youtube.embedUrl);
  const embedUrl = "https://streamable.com/e/abc";
  expect(embedAddress({ ...youtube, platform: "streamable", embedUrl }, true)).toBe(embedUrl);
});
