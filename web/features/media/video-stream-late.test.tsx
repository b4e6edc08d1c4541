// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { streams } from "#web/testing/hls.ts";
import { videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { VideoPlayer } from "./video-player.tsx";

const hls = vi.hoisted(() => ({ load: Promise.withResolvers<void>() }));

vi.mock("hls.js", async () => {
  await hls.load.promise;
  return { default: (await import("#web/testing/hls.ts")).FakeHls };
});

const FILE = "https://v.redd.it/a/720.mp4";
const STREAM = {
  ...videoMedia,
  hlsUrl: "https://v.redd.it/a/list.m3u8",
  sources: [videoFile(FILE)],
};

const video = () => screen.getByLabelText<HTMLVideoElement>("A clip");
const renderStream = () =>
  renderInApp(<VideoPlayer media={STREAM} title="A clip" active={false} />);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

afterEach(() => void vi.useRealTimers());

test("a slow hls.js is waited for, and the host's silence counts from its arrival", async () => {
  vi.useFakeTimers();
  renderStream();
  cleanup();
  renderStream();
  wait(14_999);
  hls.load.resolve();
  await act(() => import("hls.js"));
  expect(streams, "none for the video that was left").toHaveLength(1);
  wait(4_999);
  expect(video().src).toBe("blob:stream");
  wait(1);
  expect(video().src).toBe(FILE);
});
