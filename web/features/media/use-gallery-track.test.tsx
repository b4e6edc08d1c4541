// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { useGalleryTrack } from "./use-gallery-track.ts";

const WIDTH = 300;

function Track({ slide, onSlide }: { slide: number; onSlide: (slide: number) => void }) {
  const track = useGalleryTrack(slide, onSlide);
  return (
    <section {...track} aria-label="Pictures">
      {["First", "Second", "Third", "Fourth"].map((picture) => (
        <p key={picture}>{picture}</p>
      ))}
    </section>
  );
}

/** The track at its first picture, in a layout that happy-dom does not have. */
function renderTrack() {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #onSize: () => void;
      constructor(onSize: () => void) {
        this.#onSize = onSize;
      }
      observe = (track: Element) => {
        vi.spyOn(track, "clientWidth", "get").mockReturnValue(WIDTH);
        this.#onSize();
      };
      disconnect = () => undefined;
    },
  );
  const onSlide = vi.fn<(slide: number) => void>();
  const shown = renderInApp(<Track slide={0} onSlide={onSlide} />);
  vi.unstubAllGlobals();
  const track = screen.getByRole("region", { name: "Pictures" });
  for (const [at, picture] of [...track.children].entries())
    vi.spyOn(picture as HTMLElement, "offsetLeft", "get").mockReturnValue(at * WIDTH);
  const scrollTo = vi.spyOn(track, "scrollTo").mockReturnValue();
  return {
    track,
    onSlide,
    scrollTo,
    show: (slide: number) => shown.rerender(<Track slide={slide} onSlide={onSlide} />),
    scrollBy: (pixels: number) => {
      track.scrollLeft += pixels;
      fireEvent.scroll(track);
    },
  };
}

test("the previous picture asked for before the scroll to the next one has moved stops that scroll", () => {
  const { scrollTo, show } = renderTrack();
  show(1);
  expect(scrollTo).toHaveBeenLastCalledWith({ left: WIDTH, behavior: "smooth" });
  show(0);
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, behavior: "instant" });
});

test("a picture further away than the next one is shown without scrolling past those between", () => {
  const { scrollTo, show } = renderTrack();
  show(3);
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 3 * WIDTH, behavior: "instant" });
});

test("a picture reached by a swipe is not scrolled to again, which would end the swipe", () => {
  const { onSlide, scrollTo, show, scrollBy } = renderTrack();
  scrollBy(0.6 * WIDTH);
  expect(onSlide).toHaveBeenCalledExactlyOnceWith(1);
  show(1);
  expect(scrollTo).not.toHaveBeenCalled();
});

test.each(["pointerDown", "touchStart", "wheel"] as const)(
  "%s takes over the scroll of a button, and the picture then in view is chosen",
  (takesOver) => {
    const { track, onSlide, show, scrollBy } = renderTrack();
    show(1);
    scrollBy(0.2 * WIDTH);
    expect(onSlide, "on the way to the second").not.toHaveBeenCalled();
    fireEvent[takesOver](track);
    scrollBy(-0.1 * WIDTH);
    expect(onSlide).toHaveBeenCalledExactlyOnceWith(0);
  },
);
