// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useGalleryTrack } from "./use-gallery-track.ts";

const WIDTH = 300;

function Track({ slide }: { slide: number }) {
  const track = useGalleryTrack(slide, () => undefined);
  return (
    <section {...track} aria-label="Pictures">
      <p>First</p>
      <p>Second</p>
    </section>
  );
}

test("the previous picture asked for before the scroll to the next one has moved stops that scroll", () => {
  const shown = render(<Track slide={0} />);
  const track = screen.getByRole("region", { name: "Pictures" });
  vi.spyOn(track, "clientWidth", "get").mockReturnValue(WIDTH);
  for (const [at, picture] of [...track.children].entries())
    vi.spyOn(picture as HTMLElement, "offsetLeft", "get").mockReturnValue(at * WIDTH);
  const scrollTo = vi.spyOn(track, "scrollTo").mockReturnValue();
  shown.rerender(<Track slide={1} />);
  expect(scrollTo).toHaveBeenLastCalledWith({ left: WIDTH, behavior: "smooth" });
  shown.rerender(<Track slide={0} />);
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, behavior: "instant" });
});
