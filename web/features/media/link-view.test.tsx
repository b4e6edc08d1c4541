// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { LinkMedia, MediaType } from "#schema/media.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { LinkView } from "./link-view.tsx";

const ADDRESS = "https://files.example.com/one.tiff";

test.each<[LinkMedia["platform"], MediaType, string, string]>([
  ["imgur", "gallery", "This is an Imgur album", "View on Imgur"],
  ["direct", "image", "Unsupported Media Type", "Open Original"],
  ["other", "gif", "Video Playback Not Available", "Open Original Video"],
  ["other", "video", "Video Playback Not Available", "Open Original Video"],
])("media of %s that only their host can show lead there", (platform, mediaType, title, label) => {
  const media: LinkMedia = {
    kind: "link",
    platform,
    isEmbedded: false,
    url: ADDRESS,
    poster: null,
    width: 0,
    height: 0,
    caption: null,
  };
  const { container } = renderInApp(<LinkView media={media} mediaType={mediaType} />);
  expect(container.textContent).toContain(title);
  expect(container.textContent?.includes(ADDRESS), "the address is shown").toBe(
    platform !== "imgur",
  );
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: new RegExp(`^${label}`) });
  expect(link.href).toBe(ADDRESS);
});
