// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { forgetSeenOnDevice } from "#web/lib/seen-on-device.ts";
import { newSince, noteVisit } from "./last-visit.ts";

const HOUR = 3_600_000;
afterEach(() => localStorage.clear());

test("a device's first visit marks nothing as new", () => {
  expect(newSince(HOUR)).toBeNull();
});

test("later visits mark posts newer than the newest one of the visit before", () => {
  noteVisit(null, 100, 1 * HOUR);
  expect(newSince(3 * HOUR)).toBe(100);
  noteVisit(100, 130, 3 * HOUR);
  expect(newSince(5 * HOUR)).toBe(130);
});

test("a page reloaded within half an hour keeps its marks", () => {
  noteVisit(null, 100, 1 * HOUR);
  noteVisit(100, 130, 3 * HOUR);
  expect(newSince(3 * HOUR + HOUR / 4)).toBe(100);
});

test("an older page does not lower the newest time", () => {
  noteVisit(null, 100, HOUR);
  noteVisit(null, 50, HOUR);
  expect(newSince(3 * HOUR)).toBe(100);
});

test("unreadable storage counts as a first visit", () => {
  localStorage.setItem("followingSeen", "{");
  expect(newSince(HOUR)).toBeNull();
});

test("forgetting what was seen on the device forgets the visit too", () => {
  noteVisit(null, 100, HOUR);
  forgetSeenOnDevice();
  expect(newSince(3 * HOUR)).toBeNull();
});
