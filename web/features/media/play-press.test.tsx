// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { FILE, playButton, pressPlay, renderVideo, shownVideo } from "#web/testing/video.tsx";
import { VideoPlayer } from "./video-player.tsx";

const NEXT = "https://v.redd.it/a/480.mp4";
const VIDEO = { ...videoMedia, sources: [videoFile(FILE), videoFile(NEXT)] };

beforeEach(() => {
  setSavesData(true);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
});
afterEach(() => {
  setSavesData(false);
  localStorage.clear();
});

const isPlayed = () => vi.mocked(HTMLMediaElement.prototype.play).mock.calls.length > 0;

const focused = () => document.activeElement;

test("the press of Play moves the focus to the video, whose controls come with its address", () => {
  renderVideo(VIDEO, true);
  playButton()?.focus();
  pressPlay();
  expect(playButton()).toBeNull();
  expect(focused()).toBe(shownVideo());
  expect(shownVideo().controls, "their Pause would do nothing").toBe(false);
  fireEvent.loadStart(shownVideo());
  expect(shownVideo().controls).toBe(true);
  expect(shownVideo().hasAttribute("tabindex"), "the controls are in the order of Tab").toBe(false);
});

test("the press of a loop's Play moves the focus to its small button", () => {
  renderVideo({ ...VIDEO, isLoop: true }, true);
  playButton()?.focus();
  pressPlay();
  expect(focused()?.getAttribute("aria-label")).toMatch(/^Pause|Play$/);
});

test("after a press of Play the next address and Try Again play without another one", () => {
  renderVideo(VIDEO, true);
  pressPlay();
  for (const url of [FILE, NEXT]) {
    expect(shownVideo().src).toBe(url);
    vi.mocked(HTMLMediaElement.prototype.play).mockClear();
    fireEvent.loadedMetadata(shownVideo());
    expect(isPlayed()).toBe(true);
    fireEvent.error(shownVideo());
  }
  expect(screen.getByRole("alert").textContent).toContain("Video Error");
  vi.mocked(HTMLMediaElement.prototype.play).mockClear();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(shownVideo().src).toBe(FILE);
  expect(isPlayed()).toBe(true);
});

test("with the data saver a loop has the same Play first, then its small button", () => {
  renderVideo({ ...VIDEO, isLoop: true }, true);
  expect(shownVideo().src).toBe("");
  pressPlay();
  expect(shownVideo()).toMatchObject({ src: FILE, controls: false });
  fireEvent.play(shownVideo());
  expect(isPlayed()).toBe(true);
});

test.each([false, true])(
  "a video that fails after the press of Play leaves the focus to the viewer; a loop: %s",
  (isLoop) => {
    renderInApp(
      <section data-autofocus tabIndex={-1}>
        <VideoPlayer media={{ ...VIDEO, isLoop }} title="A clip" active />
      </section>,
    );
    playButton()?.focus();
    pressPlay();
    for (const _ of VIDEO.sources) fireEvent.error(shownVideo());
    screen.getByRole("alert");
    expect(focused()?.tagName).toBe("SECTION");
  },
);

const reduceMotion = () =>
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media.includes("reduced-motion") }));

test("with reduced motion too, a press of Play plays", () => {
  reduceMotion();
  renderVideo(VIDEO, true);
  pressPlay();
  expect(isPlayed()).toBe(true);
});

test.each(["the data saver", "reduced motion"])(
  "with %s a press of Play starts one playback: shown again, the video waits in its controls",
  (reason) => {
    const player = (active: boolean) => (
      <VideoPlayer media={VIDEO} title="A clip" active={active} />
    );
    const { rerender } = renderInApp(player(true));
    pressPlay();
    if (reason === "reduced motion") {
      reduceMotion();
      setSavesData(false);
    }
    rerender(player(false));
    vi.mocked(HTMLMediaElement.prototype.play).mockClear();
    rerender(player(true));
    fireEvent.loadedMetadata(shownVideo());
    expect(isPlayed()).toBe(false);
    expect(shownVideo().src).toBe(FILE);
    expect(playButton()).toBeNull();
  },
);

test("a press of Try Again plays a video that failed while another was shown", () => {
  const player = (active: boolean) => <VideoPlayer media={VIDEO} title="A clip" active={active} />;
  const { rerender } = renderInApp(player(true));
  pressPlay();
  rerender(player(false));
  for (const _ of VIDEO.sources) fireEvent.error(shownVideo());
  rerender(player(true));
  vi.mocked(HTMLMediaElement.prototype.play).mockClear();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(shownVideo().src).toBe(FILE);
  expect(isPlayed()).toBe(true);
});

test("a video that waits for a press starts when the data saver is switched off, and stays loaded", () => {
  renderVideo(VIDEO, true);
  act(() => setSavesData(false));
  expect(shownVideo().src).toBe(FILE);
  expect(isPlayed()).toBe(true);
  act(() => setSavesData(true));
  expect(shownVideo().src).toBe(FILE);
  vi.mocked(HTMLMediaElement.prototype.play).mockClear();
  act(() => setSavesData(false));
  expect(isPlayed(), "it may have been paused since").toBe(false);
});
