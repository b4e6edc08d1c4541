// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import type { PlayableVideo } from "./video-candidates.ts";
import { VideoPlayer } from "./video-player.tsx";

const file = (url: string) => ({ url, type: "video/mp4", quality: "hd" as const, label: "" });

const VIDEO: PlayableVideo = {
  hlsUrl: null,
  sources: [file("https://v.redd.it/a/720.mp4"), file("https://v.redd.it/a/480.mp4")],
  poster: null,
  isLoop: false,
  hasAudio: true,
  width: 1280,
  height: 720,
};

const video = () => screen.getByLabelText<HTMLVideoElement>("A clip");
const isWaiting = () => screen.queryByLabelText("Loading media") !== null;
const renderVideo = (active = false) =>
  renderInApp(<VideoPlayer media={VIDEO} title="A clip" active={active} />);

afterEach(() => {
  vi.restoreAllMocks();
});

test("a video that the browser refuses to start waits for play without the spinner", async () => {
  const refusal = new DOMException("Refused, with and without sound", "NotAllowedError");
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(refusal);
  renderVideo(true);
  expect(isWaiting()).toBe(true);
  fireEvent.loadedMetadata(video());
  await waitFor(() => expect(isWaiting()).toBe(false));
});

test("while a video waits for data the spinner is shown", () => {
  renderVideo();
  fireEvent.loadedData(video());
  expect(isWaiting()).toBe(false);
  fireEvent.waiting(video());
  expect(isWaiting()).toBe(true);
  fireEvent.playing(video());
  expect(isWaiting()).toBe(false);
  fireEvent.error(video());
  expect(isWaiting(), "for the next address").toBe(true);
});

test("a video paused while it waits for data has no spinner", () => {
  renderVideo();
  fireEvent.waiting(video());
  expect(isWaiting()).toBe(true);
  fireEvent.pause(video());
  expect(isWaiting()).toBe(false);
});
