// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { imageMedia, postOf, redgifsMedia, videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MediaViewer } from "./media-viewer.tsx";

const video = { ...videoMedia, sources: [videoFile("https://v.redd.it/a/CMAF_480.mp4")] };

const clip = {
  success: true,
  videoUrls: [{ url: "https://media.redgifs.com/quietgem.mp4", type: "video/mp4", quality: "hd" }],
  poster: null,
  hasAudio: true,
};

function renderMedia(media: Post["media"], slide = 0) {
  const onEnded = vi.fn<() => void>();
  const rest = { slide, onSlide: () => undefined, onState: () => undefined, onEnded };
  renderInApp(<MediaViewer post={postOf({ title: "A stone", media })} {...rest} />);
  return onEnded;
}

test.each<[string, Post["media"], number, string]>([
  ["a video", video, 0, "A stone"],
  ["a gallery's video", { kind: "gallery", items: [imageMedia, video] }, 1, "Video 2 of 2"],
  ["a clip of RedGifs", redgifsMedia, 0, "A stone"],
])("%s reports its end, so that a slideshow goes on", async (_, media, slide, name) => {
  const calls = holdApiCalls();
  const onEnded = renderMedia(media, slide);
  if (media.kind === "redgifs") (await callTo(calls, "/api/reddit/redgifs/quietgem")).answer(clip);
  fireEvent.ended(await screen.findByLabelText(name));
  expect(onEnded).toHaveBeenCalledOnce();
});

test("a picture is named by its caption, or else by its post's title", () => {
  renderMedia(imageMedia);
  renderMedia({ ...imageMedia, caption: "Its other side" });
  const names = screen.getAllByRole("img").map((picture) => picture.getAttribute("alt"));
  expect(names).toEqual(["A stone", "Its other side"]);
});

test("media that fail to render are left with their post", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const ignore = () => undefined;
  const viewer = (id: string, media: Post["media"]) => (
    <MediaViewer post={postOf({ id, media })} slide={0} onSlide={ignore} onState={ignore} />
  );
  const broken = { ...imageMedia, image: null } as unknown as Post["media"];
  const { rerender } = renderInApp(viewer("t3_broken", broken));
  expect(screen.getByRole("alert").textContent).toContain("Media Error");
  rerender(viewer("t3_next", imageMedia));
  expect(screen.queryByRole("alert")).toBeNull();
});
