import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { periodOf } from "./period.ts";

test.each([
  ["* * * * *", MINUTE_MS],
  ["*/5 * * * *", 5 * MINUTE_MS],
  ["7 * * * *", HOUR_MS],
  ["37 */6 * * *", 360 * MINUTE_MS],
  ["0 3 * * *", 1440 * MINUTE_MS],
])("%s runs every %i milliseconds", (cron, ms) => {
  expect(periodOf(cron)).toBe(ms);
});
