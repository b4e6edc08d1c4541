import { expect, test, vi } from "vitest";
import { refusalSentence } from "./refusal-sentence.ts";

test("a refusal names its end if it is known and not a matter of seconds", () => {
  const until = Date.parse("2026-11-01T12:34:00");
  expect(refusalSentence({ ok: false, reason: "rate_limited" })).toBe(
    "Reddit asks your browser for a pause.",
  );
  expect(refusalSentence({ ok: false, reason: "rate_limited", until })).toMatch(
    /^Reddit asks your browser for a pause until .*34.*\.$/,
  );
  expect(refusalSentence({ ok: false, reason: "busy", until })).toBe(
    "Too many questions to Reddit wait in your browser. Try again in a few seconds.",
  );
  expect(refusalSentence({ ok: false, reason: "blocked" })).toBe(
    "Reddit gave your browser no usable answer.",
  );
  expect(refusalSentence({ ok: false, reason: "blocked", until })).toMatch(
    /^Reddit refuses your browser until .*34.*\.$/,
  );
});

test("the time is in the sentence's language, whatever the device's", () => {
  const { toLocaleTimeString } = Date.prototype;
  // An Arabic device.
  vi.spyOn(Date.prototype, "toLocaleTimeString").mockImplementation(function (
    this: Date,
    locales,
    options,
  ) {
    return toLocaleTimeString.call(this, locales?.toString() || "ar-EG", options);
  });
  const until = Date.parse("2026-11-01T12:34:00");
  expect(refusalSentence({ ok: false, reason: "blocked", until })).toMatch(/until 12:34\sPM\.$/);
});

test("a companion that does not answer may have been updated", () => {
  expect(refusalSentence({ ok: false, reason: "gone" })).toBe(
    "The companion does not answer. Reload this page, or update the companion.",
  );
});
