import { expect, test } from "vitest";
import { coresIn } from "./own-core.ts";

test("a list of cores has single ones and ranges", () => {
  expect(coresIn("0-1")).toEqual([0, 1]);
  expect(coresIn("3")).toEqual([3]);
  expect(coresIn("0,2-4,7")).toEqual([0, 2, 3, 4, 7]);
});
