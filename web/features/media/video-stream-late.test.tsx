// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { streams } from "#web/testing/hls.ts";
import { FILE, renderVideo, shownVideo, STREAM, wait } from "#web/testing/video.tsx";

const hls = vi.hoisted(() => ({ load: Promise.withResolvers<void>() }));

vi.mock("hls.js", async () => {
  await hls.load.promise;
  return { default: (await import("#web/testing/hls.ts")).FakeHls };
});

afterEach(() => void vi.useRealTimers());

test("a slow hls.js is waited for, and the host's silence counts from its arrival", async () => {
  vi.useFakeTimers();
  renderVideo(STREAM);
  cleanup();
  renderVideo(STREAM);
  wait(14_999);
  hls.load.resolve();
  // What hls.js attaches loads nothing by itself.
  const media = HTMLMediaElement.prototype;
  vi.spyOn(media, "networkState", "get").mockReturnValue(media.NETWORK_IDLE);
  vi.spyOn(media, "currentSrc", "get").mockReturnValue("blob:stream");
  await act(() => import("hls.js"));
  expect(streams, "none for the video that was left").toHaveLength(1);
  wait(4_999);
  expect(shownVideo().src).toBe("blob:stream");
  wait(1);
  expect(shownVideo().src).toBe(FILE);
});
