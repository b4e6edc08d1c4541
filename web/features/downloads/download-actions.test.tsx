// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Media } from "#schema/media.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { DownloadActions } from "./download-actions.tsx";

const EMBED = {
  kind: "embed",
  platform: "streamable",
  isEmbedded: true,
  embedUrl: "https://streamable.com/e/moo",
  watchUrl: "https://streamable.com/moo",
  poster: null,
  width: 16,
  height: 9,
  caption: null,
} as const;

test.each<[string, Media, string[]]>([
  ["a picture", imageMedia, ["Download"]],
  ["a gallery", { kind: "gallery", items: [imageMedia, imageMedia] }, ["Download", "Download All"]],
  ["a video that only its host plays", EMBED, []],
])("the buttons of %s save what has a file", (_what, media, names) => {
  renderInApp(<DownloadActions post={postOf({ media })} slide={0} className="" />);
  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(names);
});
