import type { ReadyAnswer } from "#worker/lib/ready-answer.ts";
import { isolateMemory } from "./isolate-memory.ts";

interface KeptAnswer<T> {
  madeOf: readonly unknown[];
  ready: ReadyAnswer<T>;
}

/** The answer object takes about as much memory as its text. */
const SIZE_FACTOR = 2;

/** Weak, because memory counts the answer's text only: an answer must not keep a listing that was replaced or evicted. */
const hold = (part: unknown): unknown =>
  typeof part === "object" && part !== null ? new WeakRef(part) : part;
const held = (part: unknown): unknown => (part instanceof WeakRef ? part.deref() : part);

/** Reuses an answer while every part that it was made from is the identical object. */
export async function reuseAnswer<T>(
  name: string,
  madeOf: readonly unknown[],
  make: () => Promise<ReadyAnswer<T>>,
): Promise<ReadyAnswer<T>> {
  const key = `answer:${name}`;
  const kept = isolateMemory.get(key) as KeptAnswer<T> | undefined;
  if (kept?.madeOf.every((part, index) => held(part) === madeOf[index])) return kept.ready;
  const ready = await make();
  const entry: KeptAnswer<T> = { madeOf: madeOf.map(hold), ready };
  isolateMemory.set(key, entry, SIZE_FACTOR * ready.text.length);
  return ready;
}
