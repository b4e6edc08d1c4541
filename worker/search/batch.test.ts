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
