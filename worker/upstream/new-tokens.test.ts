import { expect, test } from "vitest";
import { AppError } from "#worker/errors.ts";
import { countNewToken } from "./new-tokens.ts";

test("a minute has four new tokens of a key, and the next minute four more", () => {
  const mint = (key: string, now: number) => () => countNewToken(key, now, "reddit.blocked");
  for (const now of [1_000, 1_000, 30_000, 60_999]) mint("own", now)();
  expect(mint("own", 60_999)).toThrow(new AppError("reddit.blocked"));
  expect(mint("other", 60_999)).not.toThrow();
  expect(mint("own", 61_000)).not.toThrow();
  expect(mint("own", 61_000)).not.toThrow();
  expect(mint("own", 61_000)).toThrow(new AppError("reddit.blocked"));
});
