// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { useSlideshow } from "./slideshow.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a slideshow rests in a hidden tab, and gives its slide the whole time once the tab is shown", () => {
  const isHidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  const turn = (hidden: boolean) => {
    isHidden.mockReturnValue(hidden);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const onNext = vi.fn<() => void>();
  const post = postOf();
  renderHook(() => useSlideshow({ playing: true, post, slide: 0, onNext }));
  vi.advanceTimersByTime(4_000);
  turn(true);
  vi.advanceTimersByTime(60_000);
  expect(onNext).not.toHaveBeenCalled();
  turn(false);
  vi.advanceTimersByTime(4_999);
  expect(onNext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onNext).toHaveBeenCalledTimes(1);
});
