import { expect, test } from "vitest";
import { AppError, OwnFailure } from "#worker/errors.ts";
import { countNewToken, hasRecentFailure, rememberFailure } from "./new-tokens.ts";

test("a token's failure is remembered for five seconds, or for the Retry-After if that is shorter", () => {
  const fails = (key: string, error: Error) =>
    expect(() => rememberFailure(key, 1_000, error)).toThrow(error);
  fails("for five", new AppError("reddit.unavailable"));
  fails("for two", new AppError("reddit.rate_limited", { retryAfterSeconds: 2 }));
  fails("at most five", new AppError("reddit.rate_limited", { retryAfterSeconds: 60 }));
  const until = (key: string) =>
    [2_999, 3_000, 5_999, 6_000].filter((now) => hasRecentFailure(key, now));
  expect(until("for five")).toEqual([2_999, 3_000, 5_999]);
  expect(until("for two")).toEqual([2_999]);
  expect(until("at most five")).toEqual([2_999, 3_000, 5_999]);
});

test("a call that its own request cut short is no failure of the token: the next request asks again", () => {
  const error = new OwnFailure("reddit.unavailable");
  expect(() => rememberFailure("cut short", 1_000, error)).toThrow(error);
  expect(hasRecentFailure("cut short", 1_000)).toBe(false);
});

test("a minute has four new tokens of a key, and the next minute four more", () => {
  const mint = (key: string, now: number) => () => countNewToken(key, now, "reddit.blocked");
  for (const now of [1_000, 1_000, 30_000, 60_999]) mint("own", now)();
  expect(mint("own", 60_999)).toThrow(new AppError("reddit.blocked"));
  expect(mint("other", 60_999)).not.toThrow();
  expect(mint("own", 61_000)).not.toThrow();
  expect(mint("own", 61_000)).not.toThrow();
  expect(mint("own", 61_000)).toThrow(new AppError("reddit.blocked"));
});
