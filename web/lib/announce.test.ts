// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce } from "./announce.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a live region is emptied three seconds after each text", () => {
  const region = document.createElement("p");
  announce(region, "One");
  vi.advanceTimersByTime(2_000);
  announce(region, "Two");
  vi.advanceTimersByTime(2_000);
  expect(region.textContent, "the first text's time is over").toBe("Two");
  vi.advanceTimersByTime(2_000);
  expect(region.textContent).toBe("");
});
