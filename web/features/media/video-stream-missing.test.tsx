// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { VideoPlayer } from "./video-player.tsx";

vi.mock("hls.js", () => new Promise(() => undefined));

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

test("without hls.js the plain file plays after 15 seconds, from the last press of play", () => {
  vi.useFakeTimers();
  renderStream();
  wait(14_999);
  fireEvent.play(video());
  wait(14_999);
  expect(video().src).toBe("");
  wait(1);
  expect(video().src).toBe(FILE);
});
