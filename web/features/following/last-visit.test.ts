// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { FEED_VISIT_KEY, forgetSeenOnDevice } from "#web/lib/seen-on-device.ts";
import { noteVisit, startVisit } from "./last-visit.ts";

afterEach(() => localStorage.clear());

const newSince = (owner: string, at: number) => startVisit(owner, at).before;
const visit = (owner: string, newest: number, at: number) =>
  noteVisit(startVisit(owner, at), newest, at);

test("an owner's first visit marks nothing as new", () => {
  expect(newSince("device", HOUR_MS)).toBeNull();
});

test("later visits mark posts newer than the newest one of the visit before", () => {
  visit("device", 100, 1 * HOUR_MS);
  expect(newSince("device", 3 * HOUR_MS)).toBe(100);
  visit("device", 130, 3 * HOUR_MS);
  expect(newSince("device", 5 * HOUR_MS)).toBe(130);
});

test("a page reloaded within half an hour keeps its marks", () => {
  visit("device", 100, 1 * HOUR_MS);
  visit("device", 130, 3 * HOUR_MS);
  expect(newSince("device", 3 * HOUR_MS + HOUR_MS / 4)).toBe(100);
});

test("an older page does not lower the newest time", () => {
  visit("device", 100, HOUR_MS);
  visit("device", 50, HOUR_MS);
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
  visit("device", 100, HOUR_MS);
  forgetSeenOnDevice();
  expect(newSince("device", 3 * HOUR_MS)).toBeNull();
});

test("an open page does not store again the visit that another tab has forgotten", () => {
  visit("device", 100, HOUR_MS);
  const start = startVisit("device", 3 * HOUR_MS);
  noteVisit(start, 130, 3 * HOUR_MS);
  forgetSeenOnDevice();
  noteVisit(start, 130, 3.1 * HOUR_MS);
  noteVisit(start, 140, 3.2 * HOUR_MS);
  expect(newSince("device", 3.3 * HOUR_MS)).toBeNull();
});

test("a visit of another account of the device is not the visitor's", () => {
  visit("ann", 100, HOUR_MS);
  expect(newSince("ann", 3 * HOUR_MS)).toBe(100);
  expect(newSince("bob", 3 * HOUR_MS)).toBeNull();
  visit("bob", 50, 3 * HOUR_MS);
  expect(newSince("bob", 5 * HOUR_MS)).toBe(50);
});
