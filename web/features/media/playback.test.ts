// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  claimPlayback,
  isMuted,
  parseVolume,
  setMuted,
  startPlaying,
  usePauseOffScreen,
} from "./playback.ts";

/** A playing video, and a function that reports whether it is on screen. */
function playing() {
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
  return { video, see: (...changes: boolean[]) => see(...changes) };
}

test("a video in a window of its own goes on off screen, until that window closes", () => {
  const { video, see } = playing();
  vi.stubGlobal("document", { pictureInPictureElement: video });
  see(false);
  expect(video.paused).toBe(false);
  vi.stubGlobal("document", { pictureInPictureElement: null });
  video.dispatchEvent(new Event("leavepictureinpicture"));
  expect(video.paused).toBe(true);
});

test("of several changes in one callback the last one decides whether a video is on screen", () => {
  const { video, see } = playing();
  see(false, true);
  expect(video.paused, "on screen").toBe(false);
  see(true, false);
  expect(video.paused, "off screen").toBe(true);
});

test("a video paused off screen goes on when it is back on screen", () => {
  const { video, see } = playing();
  see(false);
  expect(video.paused).toBe(true);
  see(true);
  expect(video.paused).toBe(false);
});

test("a video that the visitor paused stays paused when it is back on screen", () => {
  const { video, see } = playing();
  see(false);
  see(true);
  video.pause();
  see(false);
  see(true);
  expect(video.paused).toBe(true);
});

test("a browser that starts nothing by itself, not even muted, does not mute this video or the next", async () => {
  const refusal = new DOMException("not by itself", "NotAllowedError");
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(refusal);
  const video = document.createElement("video");
  await startPlaying(video);
  expect([video.muted, isMuted()]).toEqual([false, false]);
  const loop = Object.assign(document.createElement("video"), { muted: true });
  await startPlaying(loop);
  expect([loop.muted, isMuted()]).toEqual([true, false]);
});

test("a video that starts pauses the one before it", () => {
  const [first, second] = [document.createElement("video"), document.createElement("video")];
  for (const video of [first, second]) {
    void video.play();
    claimPlayback(video);
  }
  expect([first.paused, second.paused]).toEqual([true, false]);
});

test("a video that is paused and started again does not pause itself", () => {
  const video = document.createElement("video");
  claimPlayback(video);
  void video.play();
  claimPlayback(video);
  expect(video.paused).toBe(false);
});

test("a start refused with sound goes on without, which is stored only as a choice of the visitor's", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  play.mockRejectedValueOnce(new DOMException("not with sound", "NotAllowedError"));
  const video = document.createElement("video");
  await startPlaying(video);
  expect([video.muted, isMuted()]).toEqual([true, true]);
  // The change of the volume that follows.
  setMuted(video.muted);
  expect(localStorage.getItem("muted")).toBeNull();
  for (const choice of [false, true, false]) {
    setMuted(choice);
    expect(localStorage.getItem("muted")).toBe(String(choice));
  }
});

test("a start that is interrupted mutes nothing, and brings no sound to a muted one", async () => {
  const interrupted = new DOMException("paused", "AbortError");
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(interrupted);
  const video = document.createElement("video");
  await startPlaying(video);
  expect(video.muted).toBe(false);
  play.mockRejectedValueOnce(new DOMException("not with sound", "NotAllowedError"));
  await startPlaying(video);
  expect(video.muted).toBe(true);
  setMuted(false);
});

test.each([
  [null, 1],
  ["", 1],
  ["0", 0],
  ["0.25", 0.25],
  ["7", 1],
  ["-1", 1],
  ["loud", 1],
])("a stored volume of %j is read as %d", (stored, volume) => {
  expect(parseVolume(stored)).toBe(volume);
});

test.each([
  ["true", true],
  ["false", false],
  [null, false],
])("a next visit after one that stored %s for muted begins with %s", async (stored, begins) => {
  vi.resetModules();
  if (stored !== null) localStorage.setItem("muted", stored);
  const nextVisit = await import("./playback.ts");
  localStorage.clear();
  expect(nextVisit.isMuted()).toBe(begins);
});
