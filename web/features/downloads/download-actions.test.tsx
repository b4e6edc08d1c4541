// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Media } from "#schema/media.ts";
import { eventually } from "#web/testing/eventually.ts";
import { imageMedia, postOf, videoFile, videoMedia } from "#web/testing/posts.ts";
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

const videoOf = (url: string): Media => ({ ...videoMedia, sources: [videoFile(url)] });

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
});

test.each<[string, string, Media]>([
  ["a video", "Download", videoOf("https://v.redd.it/a/CMAF_480.mp4")],
  ["a gallery", "Download All", { kind: "gallery", items: [imageMedia] }],
])(
  "%s pressed twice while its code is fetched starts once, and its button is busy",
  async (...row) => {
    const [, name, media] = row;
    const code = Promise.withResolvers<void>();
    const started = vi.fn<() => Promise<void>>(async () => undefined);
    vi.doMock("./jobs.ts", async () => {
      await code.promise;
      return { savePost: started, saveZip: started };
    });
    onTestFinished(() => {
      vi.doUnmock("./jobs.ts");
      vi.resetModules();
    });
    const actionsOf = (id: string) => (
      <DownloadActions post={postOf({ id, media })} slide={0} className="" />
    );
    const { rerender } = renderInApp(actionsOf("t3_a"));
    const button = screen.getByRole("button", { name });
    act(() => button.click());
    expect(button.getAttribute("aria-busy")).toBe("true");
    act(() => button.click());
    rerender(actionsOf("t3_b"));
    expect(button.getAttribute("aria-busy"), "the next post's").toBe("false");
    rerender(actionsOf("t3_a"));
    await act(async () => code.resolve());
    await eventually(() => expect(button.getAttribute("aria-busy")).toBe("false"));
    expect(started).toHaveBeenCalledOnce();
  },
);
