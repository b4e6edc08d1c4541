import { expect, test } from "vitest";
import { ageToMinute, postAge } from "./time-ago.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:01Z", "just now", "just now"],
  ["2026-11-21T11:59:00Z", "just now", "1m ago"],
  ["2026-11-21T11:00:01Z", "just now", "59m ago"],
  ["2026-11-21T11:00:00Z", "1h ago", "1h ago"],
  ["2026-11-20T12:00:01Z", "23h ago", "23h ago"],
  ["2026-11-20T12:00:00Z", "1d ago", "1d ago"],
  ["2025-11-21T12:00:00Z", "365d ago", "365d ago"],
  ["2026-11-21T13:00:00Z", "just now", "just now"],
])("%s is %s for a post and %s to the minute", (iso, post, save) => {
  expect(postAge(iso, now)).toBe(post);
  expect(ageToMinute(iso, now)).toBe(save);
});
