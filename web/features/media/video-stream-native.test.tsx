// @vitest-environment happy-dom
import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { FakeHls, streams } from "#web/testing/hls.ts";
import { videoFile } from "#web/testing/posts.ts";
import {
  chooseQuality,
  FILE,
  forgetStreams,
  playButton,
  pressPlay,
  renderVideo,
  shownVideo,
  STREAM,
  wait,
} from "#web/testing/video.tsx";
import { setMaxHeight } from "./video-quality.ts";

vi.mock("hls.js", async () => ({ default: (await import("#web/testing/hls.ts")).FakeHls }));

/** A browser that plays HLS itself, with MediaSource as in Chromium and Safari on Mac, or without as in iOS. */
function playsStreams(hasMediaSource: boolean) {
  const canPlay = (type: string) => (type === "application/vnd.apple.mpegurl" ? "maybe" : "");
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockImplementation(canPlay);
  if (hasMediaSource) vi.stubGlobal("MediaSource", EventTarget);
}

const loadHls = () => act(() => import("hls.js"));

beforeEach(() => playsStreams(true));

afterEach(() => {
  vi.useRealTimers();
  forgetStreams();
});

test("without a limit the browser plays a stream itself", async () => {
  renderVideo(STREAM);
  await loadHls();
  expect(shownVideo().src).toBe(STREAM.hlsUrl);
  expect(streams).toHaveLength(0);
});

test.each([
  ["a chosen quality", 0, () => setMaxHeight(240)],
  ["the data saver", 0, () => setSavesData(true)],
  ["a chosen quality with the data saver", 1, () => (setSavesData(true), setMaxHeight(720))],
])("%s limits a stream, through hls.js", async (_, level, limit) => {
  limit();
  renderVideo(STREAM);
  if (playButton()) pressPlay();
  await loadHls();
  expect(shownVideo().src).toBe("blob:stream");
  expect(streams.map((stream) => stream.autoLevelCapping)).toEqual([level]);
  expect(streams[0]?.capLevelToPlayerSize).toBe(false);
});

test("a quality chosen while the browser plays goes on at its position, and so does Auto, in the same player", async () => {
  renderVideo(STREAM);
  shownVideo().currentTime = 190;
  chooseQuality("240");
  await loadHls();
  shownVideo().currentTime = 0;
  fireEvent.loadedMetadata(shownVideo());
  expect(shownVideo().currentTime).toBe(190);
  expect(streams[0]?.autoLevelCapping).toBe(0);
  chooseQuality("null");
  expect(streams[0]).toMatchObject({ autoLevelCapping: -1, isDestroyed: false });
  expect(shownVideo().src).toBe("blob:stream");
});

async function failNatively() {
  fireEvent.error(shownVideo());
  await loadHls();
}

test("a stream at which the browser's own player fails goes on in hls.js at its position, then in the file", async () => {
  renderVideo(STREAM);
  shownVideo().currentTime = 190;
  await failNatively();
  expect(shownVideo().src, "not the file, which has no sound").toBe("blob:stream");
  shownVideo().currentTime = 0;
  fireEvent.loadedMetadata(shownVideo());
  expect(shownVideo().currentTime).toBe(190);
  act(() => streams[0]?.emit("error", { fatal: true }));
  expect(shownVideo().src).toBe(FILE);
  expect(streams).toHaveLength(1);
});

test("a quality chosen after the browser's own player has failed limits the stream in hls.js", async () => {
  renderVideo(STREAM);
  await failNatively();
  chooseQuality("240");
  await loadHls();
  expect(streams.map((stream) => stream.autoLevelCapping)).toEqual([0]);
});

test("a stream that cannot be decoded in the place of the browser's own player gives way to the file", async () => {
  setMaxHeight(240);
  renderVideo(STREAM);
  await failNatively();
  expect(shownVideo().src).toBe(FILE);
});

test("a browser that plays streams goes on from a failed file to the next one", async () => {
  renderVideo({ ...STREAM, hlsUrl: null, sources: ["1.mp4", FILE].map(videoFile) });
  await failNatively();
  expect(shownVideo().src).toBe(FILE);
});

test("where hls.js cannot run either, the file follows the browser's own player", async () => {
  FakeHls.supported = false;
  renderVideo(STREAM);
  await failNatively();
  expect(shownVideo().src).toBe(FILE);
});

test.each([
  ["without MediaSource, as in old iOS, the file follows", false, FILE],
  ["with ManagedMediaSource, as in newer iOS, hls.js follows", true, "blob:stream"],
])("%s the browser's own player", async (_, isManaged, src) => {
  vi.unstubAllGlobals();
  if (isManaged) vi.stubGlobal("ManagedMediaSource", EventTarget);
  renderVideo(STREAM);
  await failNatively();
  expect(shownVideo().src).toBe(src);
});

test("a host that sends nothing to the browser's own player is not asked again through hls.js", () => {
  vi.useFakeTimers();
  renderVideo(STREAM);
  wait(5_000);
  expect(shownVideo().src).toBe(FILE);
});

test("a file plays on when a quality is chosen that it has already", async () => {
  renderVideo(STREAM);
  await failNatively();
  act(() => streams[0]?.emit("error", { fatal: true }));
  expect(shownVideo().src).toBe(FILE);
  const load = vi.spyOn(HTMLMediaElement.prototype, "load");
  chooseQuality("720");
  expect(load).not.toHaveBeenCalled();
  expect(shownVideo().src).toBe(FILE);
  expect(streams[0]?.autoLevelCapping, "of the stream that was left").toBe(-1);
});

test("where hls.js cannot run, the browser plays the stream, which has the sound", async () => {
  FakeHls.supported = false;
  setMaxHeight(240);
  renderVideo(STREAM);
  await loadHls();
  expect(shownVideo().src).toBe(STREAM.hlsUrl);
});

test("hls.js that fails late does not bring the stream back in the place of the file", async () => {
  FakeHls.supported = false;
  setMaxHeight(240);
  vi.useFakeTimers();
  renderVideo(STREAM);
  wait(15_000);
  expect(shownVideo().src).toBe(FILE);
  await loadHls();
  expect(shownVideo().src).toBe(FILE);
});

test("without MediaSource, as in iOS, a limit leaves the stream to the browser", async () => {
  vi.unstubAllGlobals();
  setMaxHeight(240);
  renderVideo(STREAM);
  await loadHls();
  expect(shownVideo().src).toBe(STREAM.hlsUrl);
  expect(streams).toHaveLength(0);
});

test("with the data saver an iPhone's own player has the stream when the press of Play starts it", () => {
  vi.unstubAllGlobals();
  setSavesData(true);
  const played: string[] = [];
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function play(
    this: HTMLMediaElement,
  ) {
    played.push(this.src);
  });
  renderVideo(STREAM, true);
  expect(shownVideo().src).toBe("");
  pressPlay();
  expect(played).toEqual([STREAM.hlsUrl]);
});
