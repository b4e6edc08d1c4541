// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { videoFile } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { playButton, pressPlay, shownVideo as video, wait } from "#web/testing/video.tsx";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { setMaxHeight } from "./video-quality.ts";
import type { PlayableVideo } from "./video-candidates.ts";
import { VideoPlayer } from "./video-player.tsx";

const VIDEO: PlayableVideo = {
  hlsUrl: null,
  sources: [videoFile("https://v.redd.it/a/720.mp4"), videoFile("https://v.redd.it/a/480.mp4")],
  poster: null,
  isLoop: false,
};

const failToPlay = () => fireEvent.error(video());

function renderVideo(media: PlayableVideo, onDead?: () => void) {
  renderInApp(<VideoPlayer media={media} title="A clip" active={false} onDead={onDead} />);
}

const ladder = (height: number) => ({
  ...videoFile(`https://v.redd.it/a/${height}.mp4`),
  label: `${height}p`,
});

afterEach(() => {
  setSavesData(false);
  setMaxHeight(null);
  vi.useRealTimers();
  localStorage.clear();
});

test("the first address is tried first, the next one after it fails", () => {
  renderVideo(VIDEO);
  expect(video().src).toBe("https://v.redd.it/a/720.mp4");
  failToPlay();
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
});

test("when every address has failed, the player says so and can start over", () => {
  renderVideo(VIDEO);
  failToPlay();
  failToPlay();
  expect(screen.getByRole("alert").textContent).toContain("Video Error");
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(video().src).toBe("https://v.redd.it/a/720.mp4");
});

test("a video after Try Again pauses off screen", () => {
  const watched: Element[] = [];
  let report: (changes: { isIntersecting: boolean }[]) => void = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = (element: Element) => void watched.push(element);
      disconnect = () => void watched.splice(0);
      constructor(callback: typeof report) {
        report = callback;
      }
    },
  );
  renderVideo(VIDEO);
  expect(watched).toEqual([video()]);
  failToPlay();
  failToPlay();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(watched).toEqual([video()]);
  standInForPlayback();
  void video().play();
  report([{ isIntersecting: false }]);
  expect(video().paused).toBe(true);
});

test("with onDead, the owner takes over after the last address", () => {
  let calls = 0;
  renderVideo(VIDEO, () => (calls += 1));
  failToPlay();
  expect(calls).toBe(0);
  failToPlay();
  expect(calls).toBe(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an address without data after five seconds counts as failed", () => {
  vi.useFakeTimers();
  renderVideo(VIDEO);
  wait(4_999);
  expect(video().src).toBe("https://v.redd.it/a/720.mp4");
  wait(1);
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
  wait(5_000);
  expect(screen.getByRole("alert").textContent).toContain("Video Error");
});

test("a press of play restarts the five seconds", () => {
  vi.useFakeTimers();
  renderVideo(VIDEO);
  wait(4_000);
  fireEvent.play(video());
  wait(4_999);
  expect(video().src).toBe("https://v.redd.it/a/720.mp4");
  wait(1);
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
});

test.each(["progress", "loadedMetadata", "loadedData"] as const)(
  "the first data, reported by %s, end the wait, however long the rest takes, also from a press of play",
  (event) => {
    vi.useFakeTimers();
    renderVideo(VIDEO);
    fireEvent[event](video());
    fireEvent.play(video());
    wait(60_000);
    expect(video().src).toBe("https://v.redd.it/a/720.mp4");
  },
);

test("the volume is kept for the next video and the next visit", () => {
  renderVideo(VIDEO);
  expect(video().volume).toBe(1);
  video().volume = 0.4;
  fireEvent.volumeChange(video());
  expect(localStorage.getItem("volume")).toBe("0.4");
  cleanup();
  renderVideo(VIDEO);
  fireEvent.loadStart(video());
  expect(video().volume).toBe(0.4);
});

test("the chosen quality is an upper limit, for this video, the next one and the next visit", () => {
  const media = { ...VIDEO, sources: [ladder(1080), ladder(720), ladder(360)] };
  renderVideo(media);
  expect(video().src).toBe("https://v.redd.it/a/1080.mp4");
  const choices = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(choices).toEqual(["Auto", "1080p", "720p", "480p", "240p"]);
  fireEvent.change(screen.getByLabelText("Video quality"), { target: { value: "720" } });
  expect(video().src).toBe("https://v.redd.it/a/720.mp4");
  expect(localStorage.getItem("video-quality")).toBe("720");
  cleanup();
  renderVideo({ ...media, sources: [ladder(1080), ladder(480)] });
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
});

test("an address that has failed is not tried again in another quality", () => {
  renderVideo({ ...VIDEO, sources: [ladder(1080), ladder(480)] });
  failToPlay();
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
  fireEvent.change(screen.getByLabelText("Video quality"), { target: { value: "480" } });
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
  failToPlay();
  expect(screen.getByRole("alert").textContent).toContain("Video Error");
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
});

/** Plays and pauses like a browser, which fires `play` later; happy-dom fires it at once. */
function standInForPlayback() {
  let paused = true;
  const media = HTMLMediaElement.prototype;
  vi.spyOn(media, "play").mockImplementation(async () => void (paused = false));
  vi.spyOn(media, "pause").mockImplementation(() => void (paused = true));
  vi.spyOn(media, "paused", "get").mockImplementation(() => paused);
}

/** A video at ten seconds, switched to another quality without data so far. */
function changeQuality(how: "paused" | "playing", to = "720") {
  standInForPlayback();
  const sources = [ladder(1080), ladder(720)];
  renderInApp(<VideoPlayer media={{ ...VIDEO, sources }} title="A clip" active />);
  if (playButton()) pressPlay();
  fireEvent.loadedMetadata(video());
  video().currentTime = 10;
  if (how === "paused") video().pause();
  else void video().play();
  fireEvent.change(screen.getByLabelText("Video quality"), { target: { value: to } });
  // As a change of the address does.
  video().pause();
  video().currentTime = 0;
}

test.each([
  ["paused", "without"],
  ["playing", "without"],
  ["playing", "with"],
] as const)("a %s video stays so in another quality %s the data saver", (how, saver) => {
  setSavesData(saver === "with");
  changeQuality(how, saver === "with" ? "1080" : "720");
  fireEvent.loadedMetadata(video());
  expect(video().currentTime).toBe(10);
  expect(video().paused).toBe(how === "paused");
});

test("a video paused before its first data starts by itself at its next address", () => {
  standInForPlayback();
  renderInApp(<VideoPlayer media={VIDEO} title="A clip" active />);
  video().pause();
  failToPlay();
  fireEvent.loadStart(video());
  fireEvent.loadedMetadata(video());
  expect(video().paused).toBe(false);
});

test("a press of play during a change of quality is kept", () => {
  changeQuality("paused");
  fireEvent.play(video());
  fireEvent.loadedMetadata(video());
  expect(video().paused).toBe(false);
});

test("a video of one quality, or a loop, has no choice of quality", () => {
  renderVideo({ ...VIDEO, sources: [ladder(720)] });
  expect(screen.queryByLabelText("Video quality")).toBeNull();
  cleanup();
  renderVideo({ ...VIDEO, isLoop: true });
  expect(screen.queryByLabelText("Video quality")).toBeNull();
});

test("with the data saver a video does not start by itself and loads at most 480p", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  setSavesData(true);
  const sources = [ladder(1080), ladder(480), ladder(240)];
  renderInApp(<VideoPlayer media={{ ...VIDEO, sources }} title="A clip" active />);
  expect(video()).toMatchObject({ src: "", preload: "none", controls: false });
  expect(play).not.toHaveBeenCalled();
  pressPlay();
  expect(video().src).toBe("https://v.redd.it/a/480.mp4");
  expect(play).toHaveBeenCalledOnce();
  expect(playButton()).toBeNull();
  cleanup();
  play.mockClear();
  setSavesData(false);
  renderInApp(<VideoPlayer media={{ ...VIDEO, sources }} title="A clip" active />);
  expect(play).toHaveBeenCalled();
});

test("with reduced motion a video does not start by itself", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const active = <VideoPlayer media={VIDEO} title="A clip" active />;
  const setMedia = (chosen: string) =>
    vi.stubGlobal("matchMedia", (media: string) => ({ matches: media === chosen }));
  setMedia("(prefers-reduced-motion: reduce)");
  renderInApp(active);
  fireEvent.loadedMetadata(video());
  expect(play).not.toHaveBeenCalled();
  cleanup();
  setMedia("");
  renderInApp(active);
  expect(play).toHaveBeenCalled();
});

test("with the data saver Auto can be chosen, and lifts its limit", () => {
  setSavesData(true);
  renderVideo({ ...VIDEO, sources: [ladder(1080), ladder(480)] });
  pressPlay();
  const choice = () => screen.getByLabelText<HTMLSelectElement>("Video quality");
  expect(choice().value).toBe("480");
  fireEvent.change(choice(), { target: { value: "null" } });
  expect(choice().value, "Auto").toBe("null");
  expect(video().src).toBe("https://v.redd.it/a/1080.mp4");
});

test("Auto without the data saver stores no choice, so that the data saver limits when switched on later", () => {
  renderVideo({ ...VIDEO, sources: [ladder(1080), ladder(720), ladder(480)] });
  fireEvent.change(screen.getByLabelText("Video quality"), { target: { value: "720" } });
  fireEvent.change(screen.getByLabelText("Video quality"), { target: { value: "null" } });
  expect(video().src).toBe("https://v.redd.it/a/1080.mp4");
  act(() => setSavesData(true));
  expect(video().src, "and stays loaded").toBe("https://v.redd.it/a/480.mp4");
});

test("an address of which the browser loads nothing before play has not failed", () => {
  vi.useFakeTimers();
  renderVideo(VIDEO);
  vi.spyOn(video(), "networkState", "get").mockReturnValue(HTMLMediaElement.NETWORK_IDLE);
  wait(60_000);
  expect(video().src).toBe("https://v.redd.it/a/720.mp4");
});

test("a video that is left loads no more of its file", () => {
  const load = vi.spyOn(HTMLMediaElement.prototype, "load");
  renderVideo(VIDEO);
  const left = video();
  cleanup();
  expect(left.hasAttribute("src")).toBe(false);
  expect(load.mock.contexts, "which ends its request").toEqual([left]);
});
