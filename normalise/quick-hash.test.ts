import { expect, test } from "vitest";
import { quickHash } from "./quick-hash.ts";

test.each([
  ["", "wvjl67o803"],
  ["a", "262p94epp1d"],
  ["barred", "1yi3yr5d8x2"],
  ["barre\u0301d", "54x51sevcb"],
])("the hash of %j stays what open pages of earlier versions compare", (text, hash) => {
  expect(quickHash(text)).toBe(hash);
});

test("texts that differ in one character have other hashes", () => {
  const texts = Array.from({ length: 5_000 }, (_, index) => `subreddit_${index}`);
  expect(new Set(texts.map(quickHash)).size).toBe(texts.length);
});
