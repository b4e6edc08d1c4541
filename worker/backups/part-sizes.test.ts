import { expect, test } from "vitest";
import { pageRows } from "./backups.rules.ts";
import { openPart } from "./part.ts";

test.each([
  ["small rows", 200, 200 * 10, 2_500],
  ["rows of a kilobyte", 200, 200 * 1_024, 256],
  ["the largest rows there are", 50, 50 * 65_536, 50],
])("the next page of %s is neither large nor tiny", (_name, rows, bytes, next) => {
  expect(pageRows(rows, bytes)).toBe(next);
});

test("a part is full at sixteen megabytes, before compression", async () => {
  const part = openPart();
  const row = ["x".repeat(1_048_576)];
  for (let added = 0; added < 15; added += 1) await part.add([row]);
  expect(part.isFull()).toBe(false);
  await part.add([row]);
  expect(part.isFull()).toBe(true);
  await part.close();
});
