import { expect, test } from "vitest";
import { picturePost } from "#normalise/testing/raw-posts.ts";
import { makeBatch, positionAfter, resumeAt, type Batch, type Brief } from "./batch.ts";
import { judgeCut } from "./judge-cut.ts";

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

test("in any order a page begins after the last post shown, though others came or were deleted before it", () => {
  const last = { id: "a", created: 1_000 };
  expect(resumeAt(batchWith(["n", "a", "b"], []), 1, last, false)).toBe(2);
  expect(resumeAt(batchWith(["a", "b", "c"], []), 3, last, false)).toBe(1);
});

test("a post that is in the batch and again in its tail is found where it was shown last", () => {
  const last = { id: "a", created: 1_000 };
  expect(resumeAt(batchWith(["a", "b"], ["c", "a"]), 4, last, true)).toBe(4);
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
  // Shown: a and two posts of the second that were deleted.
  expect(resumeAt(batch(["a", 10], ["c", 8], ["d", 7]), 3, last, true)).toBe(1);
});

test("at a batch's start or in an order not by time, a page after a deleted post begins at the old index", () => {
  const last = { id: "x", created: 998.5 };
  expect(resumeAt(batchWith(["a", "b", "c"], []), 0, last, true)).toBe(0);
  expect(resumeAt(batchWith(["a", "b", "c"], []), 1, last, false)).toBe(1);
});

test("after a page of the batch, of its tail or of both, the next one begins at the first post left", () => {
  const own = batchWith(["a", "b"], []);
  expect(positionAfter("t3_x", own, 1)).toEqual({ from: "t3_x", index: 1 });
  expect(positionAfter("t3_x", own, 2)).toEqual({ from: "t3_x", index: 2 });
  expect(positionAfter("t3_x", { ...own, head: { ...own.head, next: null } }, 2)).toBeNull();
  const at = (index: number) => ({ from: "t3_next", index });
  const { head, lines } = batchWith(["a", "b"], ["c", "d"]);
  const tailed = { head: { ...head, tail: [at(0), at(5)], tailEnd: at(6) }, lines };
  const after = [1, 2, 3, 4].map((count) => positionAfter("t3_x", tailed, count));
  expect(after).toEqual([{ from: "t3_x", index: 1 }, at(0), at(5), at(6)]);
});

test("Reddit cut a listing off that ends in its tenth batch, or in a ninth of at least 90 posts", () => {
  const isCut = (number: number | undefined, count: number, next: string | null = null) =>
    judgeCut({ next, children: Array.from({ length: count }, (_, at) => picturePost(at)) }, number)
      .isCut;
  expect([isCut(10, 0), isCut(9, 90), isCut(undefined, 90)]).toEqual([true, true, true]);
  expect([isCut(9, 89), isCut(8, 100), isCut(undefined, 89)]).toEqual([false, false, false]);
  expect(isCut(9, 100, "t3_next")).toBe(false);
});
