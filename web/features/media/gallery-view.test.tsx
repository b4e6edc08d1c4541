// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { imageMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { GalleryView } from "./gallery-view.tsx";

const items = Array.from({ length: 5 }, () => imageMedia);

function renderGallery(slide: number) {
  const onSlide = vi.fn<(slide: number) => void>();
  const rest = { mediaType: "gallery", title: "Stones", redditUrl: "https://reddit.com/" } as const;
  renderInApp(
    <GalleryView media={{ kind: "gallery", items }} slide={slide} onSlide={onSlide} {...rest} />,
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
