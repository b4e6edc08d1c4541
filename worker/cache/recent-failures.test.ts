import { expect, test } from "vitest";
import { AppError, OwnFailure } from "#worker/errors.ts";
import { hasRecentFailure, rememberFailure, type Failures } from "./recent-failures.ts";

test("a failure is remembered for the given time, or for the Retry-After if that is shorter", () => {
  const failures: Failures = new Map();
  const fails = (key: string, error: Error) =>
    expect(() => rememberFailure(failures, key, 1_000, error, 5_000)).toThrow(error);
  fails("for five", new AppError("reddit.unavailable"));
  fails("for two", new AppError("reddit.rate_limited", { retryAfterSeconds: 2 }));
  fails("at most five", new AppError("reddit.rate_limited", { retryAfterSeconds: 60 }));
  const until = (key: string) =>
    [2_999, 3_000, 5_999, 6_000].filter((now) => hasRecentFailure(failures, key, now));
  expect(until("for five")).toEqual([2_999, 3_000, 5_999]);
  expect(until("for two")).toEqual([2_999]);
  expect(until("at most five")).toEqual([2_999, 3_000, 5_999]);
});

test("a call that its own request cut short is no failure of the host: the next request asks again", () => {
  const failures: Failures = new Map();
  const error = new OwnFailure("reddit.unavailable");
  expect(() => rememberFailure(failures, "cut short", 1_000, error, 5_000)).toThrow(error);
  expect(hasRecentFailure(failures, "cut short", 1_000)).toBe(false);
});
