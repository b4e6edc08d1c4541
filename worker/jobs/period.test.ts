import { expect, test } from "vitest";
import { periodOf } from "./period.ts";

const MINUTE = 60_000;

test.each([
  ["* * * * *", MINUTE],
  ["*/5 * * * *", 5 * MINUTE],
  ["7 * * * *", 60 * MINUTE],
  ["37 */6 * * *", 360 * MINUTE],
  ["0 3 * * *", 1440 * MINUTE],
])("%s runs every %i milliseconds", (cron, ms) => {
  expect(periodOf(cron)).toBe(ms);
});
