// @vitest-environment happy-dom
import { fireEvent } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { FILE, renderVideo, shownVideo, STREAM, wait } from "#web/testing/video.tsx";

vi.mock("hls.js", () => new Promise(() => undefined));

afterEach(() => void vi.useRealTimers());

test("without hls.js the plain file plays after 15 seconds, from the last press of play", () => {
  vi.useFakeTimers();
  renderVideo(STREAM);
  wait(14_999);
  fireEvent.play(shownVideo());
  wait(14_999);
  expect(shownVideo().src).toBe("");
  wait(1);
  expect(shownVideo().src).toBe(FILE);
});
