// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { usePauseOffScreen } from "./playback.ts";

afterEach(() => void vi.unstubAllGlobals());

test("of several changes in one callback the last one decides whether a video is on screen", () => {
  let see: (...changes: boolean[]) => void = () => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        see = (...changes) => onChange(changes.map((isIntersecting) => ({ isIntersecting })));
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const video = document.createElement("video");
  void video.play();
  renderHook(() => usePauseOffScreen({ current: video }));
  see(false, true);
  expect(video.paused, "on screen").toBe(false);
  see(true, false);
  expect(video.paused, "off screen").toBe(true);
});
