import { expect, test } from "vitest";
import { isFlat } from "./flat.ts";

test("a heap that moves about its level is flat", () => {
  expect(isFlat([20, 21.4, 19.8, 20.6])).toBe(true);
});

test("a leak of 100 bytes an answer is seen over four windows of 20,000 answers", () => {
  const leaked = (20_000 * 100) / 1024 / 1024;
  expect(isFlat([0, 1, 2, 3].map((window) => 20 + window * leaked))).toBe(false);
});

test("figures that could not be read are not called flat", () => {
  expect(isFlat([])).toBe(false);
  expect(isFlat([20, Number.NaN, Number.NaN])).toBe(false);
});
