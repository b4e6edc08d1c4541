// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { isMuted } from "./playback.ts";
import { VideoPlayer } from "./video-player.tsx";

function renderLoop(active = false) {
  const media = {
    ...videoMedia,
    sources: [videoFile("https://v.redd.it/a/720.mp4"), videoFile("https://v.redd.it/a/480.mp4")],
    isLoop: true,
  };
  const player = (isActive: boolean) => (
    <VideoPlayer media={media} title="A clip" active={isActive} />
  );
  const { rerender } = renderInApp(player(active));
  return { setActive: (isActive: boolean) => rerender(player(isActive)) };
}

test("a silent loop is muted, and does not mute the next video", () => {
  renderLoop();
  const video = screen.getByLabelText<HTMLVideoElement>("A clip");
  expect(video.muted).toBe(true);
  fireEvent(video, new Event("volumechange"));
  expect(isMuted()).toBe(false);
  expect(localStorage.getItem("muted")).toBeNull();
});

test("a loop's button says what its press does, also after the browser has paused the loop", () => {
  renderLoop();
  const video = screen.getByLabelText<HTMLVideoElement>("A clip");
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Play");
  expect(video.paused).toBe(false);
  press("Pause");
  expect(video.paused).toBe(true);
  press("Play");
  act(() => video.pause());
  press("Play");
  expect(video.paused).toBe(false);
});

test("a refusal to play after a press of Play is no unhandled error", async () => {
  const { play } = HTMLMediaElement.prototype;
  onTestFinished(() => void (HTMLMediaElement.prototype.play = play));
  // No mock of Vitest: it handles the rejections of its mocks.
  HTMLMediaElement.prototype.play = async () => {
    throw new DOMException("Not now.", "NotAllowedError");
  };
  const unhandled = vi.fn<() => void>();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  renderLoop();
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(unhandled).not.toHaveBeenCalled();
});

test("a loop plays only in view", () => {
  const { setActive } = renderLoop();
  const video = screen.getByLabelText<HTMLVideoElement>("A clip");
  fireEvent.loadedMetadata(video);
  expect(video.paused).toBe(true);
  act(() => setActive(true));
  expect(video.paused).toBe(false);
  act(() => setActive(false));
  expect(video.paused).toBe(true);
});

test("a loop paused before its first data does not start with them", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  renderLoop(true);
  const video = screen.getByLabelText("A clip");
  fireEvent.play(video);
  const started = play.mock.calls.length;
  expect(started).toBeGreaterThan(0);
  fireEvent.pause(video);
  fireEvent.loadedMetadata(video);
  expect(play).toHaveBeenCalledTimes(started);
  fireEvent.play(video);
  fireEvent.loadedMetadata(video);
  expect(play).toHaveBeenCalledTimes(started + 1);
  // As when hls.js has come, and at the next address after a failed one.
  fireEvent.pause(video);
  fireEvent.loadStart(video);
  fireEvent.loadedMetadata(video);
  expect(play).toHaveBeenCalledTimes(started + 1);
});

test("a loop that its failure has paused starts at the next address", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  renderLoop(true);
  const video = screen.getByLabelText("A clip");
  fireEvent.play(video);
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockReturnValue(false);
  fireEvent.error(video);
  fireEvent.pause(video);
  fireEvent.loadStart(video);
  play.mockClear();
  fireEvent.loadedMetadata(video);
  expect(play).toHaveBeenCalledOnce();
});
