// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { videoFile, videoMedia } from "#web/testing/posts.ts";
import { FILE, pressPlay, renderVideo, shownVideo } from "#web/testing/video.tsx";

const VIDEO = {
  ...videoMedia,
  sources: [videoFile(FILE), videoFile("https://v.redd.it/a/480.mp4")],
};
const isWaiting = () => screen.queryByLabelText("Loading media") !== null;

test("a video that the browser refuses to start waits for play without the spinner", async () => {
  const refusal = new DOMException("Refused, with and without sound", "NotAllowedError");
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(refusal);
  renderVideo(VIDEO, true);
  expect(isWaiting()).toBe(true);
  fireEvent.loadedMetadata(shownVideo());
  await waitFor(() => expect(isWaiting()).toBe(false));
});

test("a video that starts by itself has the spinner until its first picture", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockReturnValue(false);
  renderVideo(VIDEO, true);
  fireEvent.loadedMetadata(shownVideo());
  await act(async () => {});
  expect(isWaiting()).toBe(true);
});

test("while a video waits for data the spinner is shown", () => {
  renderVideo(VIDEO);
  fireEvent.loadedData(shownVideo());
  expect(isWaiting()).toBe(false);
  fireEvent.waiting(shownVideo());
  expect(isWaiting()).toBe(true);
  fireEvent.playing(shownVideo());
  expect(isWaiting()).toBe(false);
  fireEvent.error(shownVideo());
  expect(isWaiting(), "for the next address").toBe(true);
});

test("with the data saver the spinner comes with the press of Play", () => {
  setSavesData(true);
  onTestFinished(() => setSavesData(false));
  renderVideo(VIDEO);
  expect(isWaiting()).toBe(false);
  pressPlay();
  expect(isWaiting()).toBe(true);
  fireEvent.loadedData(shownVideo());
  expect(isWaiting()).toBe(false);
});

test("a video paused while it waits for data has no spinner", () => {
  renderVideo(VIDEO);
  fireEvent.waiting(shownVideo());
  expect(isWaiting()).toBe(true);
  fireEvent.pause(shownVideo());
  expect(isWaiting()).toBe(false);
});
