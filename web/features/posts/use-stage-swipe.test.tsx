// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { useStageSwipe } from "./use-stage-swipe.ts";

const targets = { onDown: vi.fn<() => void>(), onLeft: vi.fn<() => void>() };
const onRight = vi.fn<() => void>();

const Stage = ({ isFirst = true }) => (
  <section data-scroller data-testid="scroller">
    <div data-testid="stage" {...useStageSwipe({ ...targets, onRight: isFirst ? null : onRight })}>
      <div className="viewer-media" data-testid="media" />
      <div className="gallery-track" data-testid="gallery" />
      <video data-testid="video" muted controls />
      <video data-testid="loop" muted />
      <div data-own-swipe data-testid="own" />
      <div data-scroller data-testid="notice" />
    </div>
  </section>
);

beforeEach(() => void vi.stubGlobal("visualViewport", null));
afterEach(() => void vi.clearAllMocks());

const touchAt = ([clientX, clientY]: [number, number], on = "stage") => ({
  target: screen.getByTestId(on),
  clientX,
  clientY,
});

function swipe(
  from: [number, number],
  to: [number, number],
  { end = fireEvent.touchEnd, on = "stage" } = {},
): void {
  const stage = screen.getByTestId("stage");
  fireEvent.touchStart(stage, { touches: [touchAt(from, on)] });
  end(stage, { changedTouches: [touchAt(to, on)] });
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

test("a swipe to the right shows the previous post, except from the left edge, where it is the system's Back", () => {
  renderInApp(<Stage isFirst={false} />);
  swipe([10, 300], [200, 310]);
  expect(onRight).not.toHaveBeenCalled();
  swipe([100, 300], [200, 310]);
  expect(onRight).toHaveBeenCalledTimes(1);
});

test("a diagonal swipe and two fingers change and close nothing", () => {
  renderInApp(<Stage />);
  swipe([200, 300], [120, 400]);
  const stage = screen.getByTestId("stage");
  fireEvent.touchStart(stage, { touches: [touchAt([200, 300]), touchAt([100, 300])] });
  fireEvent.touchEnd(stage, { changedTouches: [touchAt([100, 300])] });
  expect([targets.onLeft.mock.calls, targets.onDown.mock.calls]).toEqual([[], []]);
});

test.each([
  ["the first", 0, [0, 1]],
  ["a middle", 300, [0, 0]],
  ["the last", 600, [1, 0]],
])("at %s picture of a gallery a swipe leaves the post only outwards", (_, scrollLeft, acts) => {
  renderInApp(<Stage isFirst={false} />);
  const sizes = { scrollWidth: { value: 900 }, clientWidth: { value: 300 } };
  Object.defineProperties(screen.getByTestId("gallery"), {
    ...sizes,
    scrollLeft: { value: scrollLeft },
  });
  swipe([200, 300], [100, 310], { on: "gallery" });
  swipe([200, 300], [300, 310], { on: "gallery" });
  expect([targets.onLeft.mock.calls.length, onRight.mock.calls.length]).toEqual(acts);
});

test("the picture follows the finger, at the end of the list only a little, and returns", () => {
  renderInApp(<Stage />);
  const [stage, media] = [screen.getByTestId("stage"), screen.getByTestId("media")];
  media.animate = vi.fn<Element["animate"]>();
  fireEvent.touchStart(stage, { touches: [touchAt([200, 300])] });
  fireEvent.touchMove(stage, { changedTouches: [touchAt([150, 300])] });
  expect(media.style.translate).toBe("-50px");
  fireEvent.touchMove(stage, { changedTouches: [touchAt([240, 300])] });
  expect(media.style.translate, "nothing is before the first post").toBe("10px");
  fireEvent.touchEnd(stage, { changedTouches: [touchAt([240, 300])] });
  expect(media.style.translate).toBe("");
});

test("a swipe that the browser takes over, or from the screen's edge, changes no post", () => {
  renderInApp(<Stage />);
  swipe([200, 300], [100, 310], { end: fireEvent.touchCancel });
  swipe([innerWidth - 10, 300], [innerWidth - 200, 310]);
  expect(targets.onLeft).not.toHaveBeenCalled();
  swipe([200, 300], [100, 310]);
  expect(targets.onLeft).toHaveBeenCalledTimes(1);
});

test.each(["scroller", "notice"])(
  "a swipe down in the middle of the scrolled %s scrolls back and does not close",
  (name) => {
    renderInApp(<Stage />);
    screen.getByTestId(name).scrollTop = 40;
    swipe([200, 300], [205, 400], { on: "notice" });
    expect(targets.onDown).not.toHaveBeenCalled();
    screen.getByTestId(name).scrollTop = 0;
    swipe([200, 300], [205, 400], { on: "notice" });
    expect(targets.onDown).toHaveBeenCalledTimes(1);
  },
);

test("a swipe on a video's controls, or on an element with swipes of its own, changes no post", () => {
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
