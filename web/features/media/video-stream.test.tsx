// @vitest-environment happy-dom
import { act, cleanup, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { FakeHls, streams } from "#web/testing/hls.ts";
import {
  chooseQuality,
  FILE,
  forgetStreams,
  pressPlay,
  renderVideo,
  shownVideo,
  STREAM,
  wait,
} from "#web/testing/video.tsx";

vi.mock("hls.js", async () => ({ default: (await import("#web/testing/hls.ts")).FakeHls }));

/** A stream whose player has come. */
async function renderLoaded(): Promise<FakeHls> {
  renderVideo(STREAM);
  await act(() => import("hls.js"));
  expect(streams.map(({ url }) => url)).toEqual([STREAM.hlsUrl]);
  return streams[0] as FakeHls;
}

afterEach(() => {
  vi.useRealTimers();
  forgetStreams();
});

test("a quality chosen while hls.js loads is its limit", async () => {
  renderVideo({ ...STREAM, sources: [] });
  chooseQuality("720");
  await waitFor(() => expect(streams.map((stream) => stream.autoLevelCapping)).toEqual([1]));
});

test("a quality chosen later limits the stream that plays, without loading it again", async () => {
  vi.stubGlobal("MediaSource", EventTarget);
  const stream = await renderLoaded();
  chooseQuality("240");
  expect(stream.autoLevelCapping).toBe(0);
  expect(stream.capLevelToPlayerSize, "it would overwrite the limit").toBe(false);
  chooseQuality("720");
  expect(stream.autoLevelCapping).toBe(1);
  chooseQuality("null");
  expect(stream.autoLevelCapping, "no limit").toBe(-1);
  expect(stream.capLevelToPlayerSize).toBe(true);
  await act(() => import("hls.js"));
  expect(streams).toEqual([stream]);
});

test("a stream goes on after an error that hls.js can recover from, and ends with another", async () => {
  const stream = await renderLoaded();
  act(() => stream.emit("error"));
  expect(shownVideo().src).toBe("blob:stream");
  act(() => stream.emit("error", { fatal: true }));
  expect(shownVideo().src).toBe(FILE);
});

test("a stream that the browser cannot decode ends, though hls.js reports nothing", async () => {
  vi.stubGlobal("MediaSource", EventTarget);
  await renderLoaded();
  fireEvent.error(shownVideo());
  expect(shownVideo().src).toBe(FILE);
});

test("where hls.js cannot run the plain file plays", async () => {
  FakeHls.supported = false;
  renderVideo(STREAM);
  await act(() => import("hls.js"));
  expect(shownVideo().src).toBe(FILE);
});

test("hls.js that fails late does not end the file that plays by then", async () => {
  FakeHls.supported = false;
  vi.useFakeTimers();
  renderVideo(STREAM);
  wait(15_000);
  expect(shownVideo().src).toBe(FILE);
  await act(() => import("hls.js"));
  expect(shownVideo().src).toBe(FILE);
});

test("a stream's list that has come ends the wait, however long its first part takes", async () => {
  vi.useFakeTimers();
  const stream = await renderLoaded();
  stream.emit("loaded");
  wait(60_000);
  expect(shownVideo().src).toBe("blob:stream");
});

test("with the data saver hls.js and the stream are loaded from the press of Play", async () => {
  setSavesData(true);
  renderVideo(STREAM);
  await act(() => import("hls.js"));
  expect(streams).toHaveLength(0);
  pressPlay();
  await act(() => import("hls.js"));
  expect(streams.map(({ url }) => url)).toEqual([STREAM.hlsUrl]);
});

test("a stream that is left loads no more parts", async () => {
  const stream = await renderLoaded();
  expect(stream.isDestroyed).toBe(false);
  cleanup();
  expect(stream.isDestroyed).toBe(true);
});

test("the file that follows a failed stream continues at its position", async () => {
  const stream = await renderLoaded();
  shownVideo().currentTime = 190;
  act(() => stream.emit("error", { fatal: true }));
  fireEvent.loadedMetadata(shownVideo());
  expect(shownVideo().currentTime).toBe(190);
});
