// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { SingleMedia } from "#schema/media.ts";
import { imageMedia, videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { GalleryView } from "./gallery-view.tsx";

const items = Array.from({ length: 5 }, () => imageMedia);

function renderGallery(slide: number, of: readonly SingleMedia[] = items) {
  const onSlide = vi.fn<(slide: number) => void>();
  const rest = { mediaType: "gallery", title: "Stones", redditUrl: "https://reddit.com/" } as const;
  renderInApp(
    <GalleryView
      media={{ kind: "gallery", items: [...of] }}
      slide={slide}
      onSlide={onSlide}
      {...rest}
    />,
  );
  return onSlide;
}

test("the picture in view and its neighbours are loaded, and only that in view can be reached", () => {
  renderGallery(2);
  const pictures = screen.getAllByAltText(/^Image \d of 5$/);
  expect(pictures.map(({ alt }: Partial<HTMLImageElement>) => alt)).toEqual([
    "Image 2 of 5",
    "Image 3 of 5",
    "Image 4 of 5",
  ]);
  const reached = pictures.filter((picture) => !picture.closest("[inert]"));
  expect(reached).toEqual([screen.getByAltText("Image 3 of 5")]);
});

test.each([
  [0, "Previous image", 4],
  [4, "Next image", 0],
  [1, "Next image", 2],
])("at picture %i, %s shows picture %i", (slide, name, to) => {
  const onSlide = renderGallery(slide);
  fireEvent.click(screen.getByRole("button", { name }));
  expect(onSlide).toHaveBeenCalledExactlyOnceWith(to);
});

test("a gallery's video is called a video in its label, the strip and the announced place", () => {
  const video = { ...videoMedia, sources: [videoFile("https://v.redd.it/a/480.mp4")] };
  renderGallery(1, [imageMedia, video]);
  const announced = () => document.querySelector("[aria-live]")?.textContent;
  expect(announced()).toBe("Video 2 / 2");
  expect(screen.getByRole("button", { name: "Video 2" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Image 1" })).toBeTruthy();
  expect(screen.getByLabelText(/Video 2 of 2/)).toBeTruthy();
  cleanup();
  renderGallery(0, [imageMedia, video]);
  expect(announced()).toBe("Image 1 / 2");
});

test("of a gallery's videos only the one in view starts", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const video = { ...videoMedia, sources: [videoFile("https://v.redd.it/a/480.mp4")] };
  renderGallery(0, [video, video]);
  const videos = document.querySelectorAll("video");
  for (const one of videos) fireEvent.loadedMetadata(one);
  expect(videos).toHaveLength(2);
  expect(new Set(play.mock.contexts)).toEqual(new Set([videos[0]]));
});
