// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MediaViewer } from "./media-viewer.tsx";

const gallery = postOf({
  mediaType: "gallery",
  thumbnails: [],
  thumbnailUrl: null,
  media: { kind: "gallery", items: [imageMedia, imageMedia] },
});

test("only the loss of the medium in view is reported, and its end when it is tried again", () => {
  const onLost = vi.fn<(isLost: boolean) => void>();
  function Viewer() {
    const [slide, setSlide] = useState(0);
    return <MediaViewer post={gallery} slide={slide} onSlide={setSlide} onLost={onLost} />;
  }
  renderInApp(<Viewer />);
  // The full picture, then the still.
  for (let failed = 0; failed < 2; failed += 1)
    fireEvent.error(screen.getByAltText("Image 2 of 2"));
  expect(onLost).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Next image" }));
  expect(onLost.mock.lastCall).toEqual([true]);
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(onLost.mock.lastCall).toEqual([false]);
});
