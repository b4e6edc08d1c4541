// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { FEED_VISIT_KEY, forgetSeenOnDevice } from "#web/lib/seen-on-device.ts";
import { newSince, noteVisit } from "./last-visit.ts";

afterEach(() => localStorage.clear());

test("an owner's first visit marks nothing as new", () => {
  expect(newSince("device", HOUR_MS)).toBeNull();
});

test("later visits mark posts newer than the newest one of the visit before", () => {
  noteVisit({ owner: "device", before: null }, 100, 1 * HOUR_MS);
  expect(newSince("device", 3 * HOUR_MS)).toBe(100);
  noteVisit({ owner: "device", before: 100 }, 130, 3 * HOUR_MS);
  expect(newSince("device", 5 * HOUR_MS)).toBe(130);
});

test("a page reloaded within half an hour keeps its marks", () => {
  noteVisit({ owner: "device", before: null }, 100, 1 * HOUR_MS);
  noteVisit({ owner: "device", before: 100 }, 130, 3 * HOUR_MS);
  expect(newSince("device", 3 * HOUR_MS + HOUR_MS / 4)).toBe(100);
});

test("an older page does not lower the newest time", () => {
  noteVisit({ owner: "device", before: null }, 100, HOUR_MS);
  noteVisit({ owner: "device", before: null }, 50, HOUR_MS);
  expect(newSince("device", 3 * HOUR_MS)).toBe(100);
});

test.each([
  "{",
  "7",
  '{"newest":100,"at":3600000,"before":5}',
  '{"owner":"device","newest":100,"at":3600000,"before":"soon"}',
  '{"owner":"device","newest":"100","at":3600000,"before":5}',
])("stored %s counts as a first visit", (text) => {
  localStorage.setItem(FEED_VISIT_KEY, text);
  expect(newSince("device", HOUR_MS)).toBeNull();
});

test("forgetting what was seen on the device forgets the visit too", () => {
  noteVisit({ owner: "device", before: null }, 100, HOUR_MS);
  forgetSeenOnDevice();
  expect(newSince("device", 3 * HOUR_MS)).toBeNull();
});

test("a visit of another account of the device is not the visitor's", () => {
  noteVisit({ owner: "ann", before: null }, 100, HOUR_MS);
  expect(newSince("ann", 3 * HOUR_MS)).toBe(100);
  expect(newSince("bob", 3 * HOUR_MS)).toBeNull();
  noteVisit({ owner: "bob", before: null }, 50, 3 * HOUR_MS);
  expect(newSince("bob", 5 * HOUR_MS)).toBe(50);
});
