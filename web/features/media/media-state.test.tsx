// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { imageMedia, postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import type { MediaState } from "./media-state.ts";
import { MediaViewer } from "./media-viewer.tsx";

const gallery = postOf({
  mediaType: "gallery",
  thumbnails: [],
  thumbnailUrl: null,
  media: { kind: "gallery", items: [imageMedia, imageMedia] },
});

test("only the loss of the medium in view is reported, and its end when it is tried again", () => {
  const onState = vi.fn<(state: MediaState) => void>();
  function Viewer() {
    const [slide, setSlide] = useState(0);
    return <MediaViewer post={gallery} slide={slide} onSlide={setSlide} onState={onState} />;
  }
  renderInApp(<Viewer />);
  // The full picture, then the still.
  for (let failed = 0; failed < 2; failed += 1)
    fireEvent.error(screen.getByAltText("Image 2 of 2"));
  expect(onState).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Next image" }));
  expect(onState.mock.lastCall).toEqual(["lost"]);
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(onState.mock.lastCall).toEqual([null]);
});
