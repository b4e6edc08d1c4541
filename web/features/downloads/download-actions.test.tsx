// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Media } from "#schema/media.ts";
import { eventually } from "#web/testing/eventually.ts";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { DownloadActions } from "./download-actions.tsx";

vi.mock("#web/lib/save-file.ts");

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

test("a picture on its way is not requested a second time, and its button is busy", async () => {
  const answer = Promise.withResolvers<Response>();
  const fetched = vi.fn<() => Promise<Response>>(() => answer.promise);
  vi.stubGlobal("fetch", fetched);
  renderInApp(<DownloadActions post={postOf({ media: imageMedia })} slide={0} className="" />);
  const button = screen.getByRole("button", { name: "Download" });
  act(() => button.click());
  expect(button.getAttribute("aria-busy")).toBe("true");
  act(() => button.click());
  await act(async () =>
    answer.resolve(new Response("", { headers: { "content-type": "image/png" } })),
  );
  await eventually(() => expect(button.getAttribute("aria-busy")).toBe("false"));
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
