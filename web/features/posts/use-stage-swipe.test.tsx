// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { useStageSwipe } from "./use-stage-swipe.ts";

const targets = { onDown: vi.fn<() => void>(), onLeft: vi.fn<() => void>(), onRight: null };

const Stage = () => (
  <section data-scroller data-testid="scroller">
    <div data-testid="stage" {...useStageSwipe(targets)}>
      <video data-testid="video" muted controls />
      <video data-testid="loop" muted />
      <div data-own-swipe data-testid="own" />
    </div>
  </section>
);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function swipe(
  from: [number, number],
  to: [number, number],
  { end = fireEvent.touchEnd, on = "stage" } = {},
): void {
  const stage = screen.getByTestId("stage");
  const target = screen.getByTestId(on);
  const touchAt = ([clientX, clientY]: [number, number]) => ({ target, clientX, clientY });
  fireEvent.touchStart(stage, { touches: [touchAt(from)] });
  end(stage, { changedTouches: [touchAt(to)] });
}

test.each([
  [undefined, 1],
  [1, 1],
  [2, 0],
])("on a page whose zoom is %s, a swipe of each kind acts %s times", (scale, times) => {
  vi.stubGlobal("visualViewport", scale === undefined ? null : { scale });
  renderInApp(<Stage />);
  swipe([200, 300], [100, 310]);
  expect(targets.onLeft).toHaveBeenCalledTimes(times);
  swipe([200, 300], [205, 400]);
  expect(targets.onDown).toHaveBeenCalledTimes(times);
});

test("a swipe that the browser takes over, or from the screen's edge, changes no post", () => {
  vi.stubGlobal("visualViewport", null);
  renderInApp(<Stage />);
  swipe([200, 300], [100, 310], { end: fireEvent.touchCancel });
  swipe([innerWidth - 10, 300], [innerWidth - 200, 310]);
  expect(targets.onLeft).not.toHaveBeenCalled();
  swipe([200, 300], [100, 310]);
  expect(targets.onLeft).toHaveBeenCalledTimes(1);
});

test("a swipe down in the middle of the scrolled details scrolls back and does not close", () => {
  vi.stubGlobal("visualViewport", null);
  renderInApp(<Stage />);
  screen.getByTestId("scroller").scrollTop = 40;
  swipe([200, 300], [205, 400]);
  expect(targets.onDown).not.toHaveBeenCalled();
  screen.getByTestId("scroller").scrollTop = 0;
  swipe([200, 300], [205, 400]);
  expect(targets.onDown).toHaveBeenCalledTimes(1);
});

test("a swipe on a video's controls, or on an element with swipes of its own, changes no post", () => {
  vi.stubGlobal("visualViewport", null);
  renderInApp(<Stage />);
  for (const name of ["video", "loop"])
    screen.getByTestId(name).getBoundingClientRect = () => new DOMRect(0, 0, 300, 400);
  swipe([200, 390], [100, 390], { on: "video" });
  swipe([200, 100], [100, 100], { on: "own" });
  expect(targets.onLeft).not.toHaveBeenCalled();
  swipe([200, 100], [100, 100], { on: "video" });
  swipe([200, 390], [100, 390], { on: "loop" });
  expect(targets.onLeft).toHaveBeenCalledTimes(2);
});
