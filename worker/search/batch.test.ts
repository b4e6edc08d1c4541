import { expect, test } from "vitest";
import { makeBatch, resumeAt, type Batch, type Brief } from "./batch.ts";

const FACTS = { state: "ok", profile: null, next: "t3_next", before: [] as string[] } as const;

function batchWith(own: string[], tail: string[]): Batch {
  const { head } = makeBatch([], FACTS);
  const briefs = [...own, ...tail].map((id, at): Brief => [id, "pics", 1_000 - at]);
  return { head: { ...head, own: own.length, briefs }, lines: briefs.map(() => "{}") };
}

test("a page begins after the last post shown, also where that post has moved into the batch's tail", () => {
  const last = { id: "d", created: 997 };
  expect(resumeAt(batchWith(["a", "b", "c", "d", "e"], []), 4, last, true)).toBe(4);
  expect(resumeAt(batchWith(["a", "b"], ["c", "d", "e"]), 4, last, true)).toBe(4);
  expect(resumeAt(batchWith(["b"], ["c", "d", "e"]), 4, last, true)).toBe(3);
  expect(resumeAt(batchWith(["a", "b"], ["c"]), 4, null, true)).toBe(2);
});

test("after a deleted post the page begins at the posts of the same second that were not shown", () => {
  const batch = (...briefs: [id: string, created: number][]): Batch => {
    const { head, lines } = batchWith(
      briefs.map(([id]) => id),
      [],
    );
    return { head: { ...head, briefs: briefs.map(([id, at]): Brief => [id, "pics", at]) }, lines };
  };
  // Shown: a, b and the deleted x.
  const last = { id: "x", created: 9 };
  expect(resumeAt(batch(["a", 10], ["b", 9], ["c", 9], ["d", 8]), 3, last, true)).toBe(2);
  expect(resumeAt(batch(["a", 10], ["c", 8], ["d", 7]), 2, last, true)).toBe(1);
  const newer = batch(["n", 12], ["m", 11], ["a", 10], ["c", 9], ["d", 8]);
  expect(resumeAt(newer, 2, last, true)).toBe(3);
});
