// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { useStageSwipe } from "./use-stage-swipe.ts";

const targets = { onDown: vi.fn<() => void>(), onLeft: vi.fn<() => void>(), onRight: null };

const Stage = () => <div data-testid="stage" {...useStageSwipe(targets)} />;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function swipe(from: [number, number], to: [number, number]): void {
  const stage = screen.getByTestId("stage");
  const touchAt = ([clientX, clientY]: [number, number]) => ({ target: stage, clientX, clientY });
  fireEvent.touchStart(stage, { touches: [touchAt(from)] });
  fireEvent.touchEnd(stage, { changedTouches: [touchAt(to)] });
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
