import { expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { RequestBudget } from "./visitor-budget.ts";

const clock = testClock();
const visitorAt = (prefix: string) =>
  new RequestBudget(
    () => ({ clock, counters: () => [], sender: undefined, prefix, isCacheOnly: false }),
    () => undefined,
  );

test("a visitor who keeps reading stays known through a flood of new prefixes", () => {
  const reader = visitorAt("reader");
  reader.noteHit();
  for (let index = 0; index < 6_000; index += 1) {
    visitorAt(`stranger ${index}`).noteMissing();
    if (index === 3_000) reader.noteHit();
  }
  expect(reader.purpose).toBe("visitor");
  expect(visitorAt("stranger 5999").purpose).toBe("newcomer");
});

test("one missing name outweighs three cached answers", () => {
  const guesser = visitorAt("guesser");
  for (let index = 0; index < 3; index += 1) guesser.noteHit();
  expect(guesser.purpose).toBe("visitor");
  guesser.noteMissing();
  expect(guesser.purpose).toBe("newcomer");
  guesser.noteHit();
  expect(guesser.purpose).toBe("visitor");
});

test("a visitor is known for thirty minutes after the last cached answer", () => {
  const purpose = () => visitorAt("leaving").purpose;
  visitorAt("leaving").noteHit();
  clock.advance(20 * MINUTE_MS);
  visitorAt("leaving").noteHit();
  clock.advance(30 * MINUTE_MS - 1);
  expect(purpose()).toBe("visitor");
  clock.advance(1);
  expect(purpose()).toBe("newcomer");
});
