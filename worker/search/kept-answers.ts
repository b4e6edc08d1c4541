import { memory } from "#worker/source/memory.ts";

interface Kept {
  madeOf: readonly unknown[];
  text: string;
}

/**
 * An answer put together before: as long as everything it was made of is the very same, it is too. It
 * shares the isolate's memory with the batches it was cut from.
 */
export async function keptAnswer(
  name: string,
  madeOf: readonly unknown[],
  make: () => Promise<string>,
): Promise<string> {
  const key = `answer:${name}`;
  const known = memory.get(key) as Kept | undefined;
  if (known?.madeOf.every((part, index) => part === madeOf[index])) return known.text;
  const text = await make();
  memory.set(key, { madeOf, text } satisfies Kept, text.length);
  return text;
}
