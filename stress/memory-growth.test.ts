import { expect, test } from "vitest";
import { isMemoryStable } from "./memory-growth.ts";

test("a heap that varies around its level is stable", () => {
  expect(isMemoryStable([20, 21.4, 19.8, 20.6])).toBe(true);
});

test("a leak of 100 bytes per response is found in four runs of 20,000 responses", () => {
  const leakedMiB = (20_000 * 100) / 1024 / 1024;
  expect(isMemoryStable([0, 1, 2, 3].map((run) => 20 + run * leakedMiB))).toBe(false);
});

test("two runs are too few to call a heap stable", () => {
  expect(isMemoryStable([20, 20])).toBe(false);
  expect(isMemoryStable([20, 20, 20])).toBe(true);
});

test("unreadable figures do not count as stable", () => {
  expect(isMemoryStable([])).toBe(false);
  expect(isMemoryStable([20, Number.NaN, Number.NaN])).toBe(false);
});
