import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { reuseAnswer } from "#worker/cache/reuse-answer.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function keepAnswerOf(name: string): Promise<WeakRef<object>> {
  const batch = { lines: ["one", "two"] };
  await reuseAnswer(name, [batch, false], async () => ({ answer: {}, text: "{}" }));
  return new WeakRef(batch);
}

test("a kept answer does not keep the listing that it was made of", async () => {
  const batch = await keepAnswerOf("page");
  // A target stays until the turn in which its WeakRef was made has ended.
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  expect(batch.deref()).toBeUndefined();
});
