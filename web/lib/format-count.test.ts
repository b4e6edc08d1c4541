import { expect, test } from "vitest";
import { formatCount, formatHearts, heartsText, plural } from "./format-count.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1.0k"],
  [12_340, "12.3k"],
  [999_949, "999.9k"],
  [999_950, "1.0M"],
  [2_500_000, "2.5M"],
  [-1500, "-1.5k"],
])("%i is shown as %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test("one heart is singular, any other count is plural", () => {
  expect([plural(0, "heart"), plural(1, "heart"), plural(1200, "heart")]).toEqual([
    "0 hearts",
    "1 heart",
    "1.2k hearts",
  ]);
});

test("hearts are shortened with K and M", () => {
  expect([999, 1000, 12_340, 2_500_000].map(formatHearts)).toEqual([
    "999",
    "1.0K",
    "12.3K",
    "2.5M",
  ]);
  expect([0, 1, 1200].map(heartsText)).toEqual(["0 hearts", "1 heart", "1.2K hearts"]);
});
