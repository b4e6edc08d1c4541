import { expect, test } from "vitest";
import { answerMessage } from "./answer.ts";
import { readPace } from "./pace.ts";
import { LISTING, message, NOW, PAGE, testCompanion } from "./testing/companion.ts";

const ask = (companion: ReturnType<typeof testCompanion>["companion"]) =>
  answerMessage(companion, PAGE, message(LISTING));

test("calls are a second apart", async () => {
  const { companion, calls } = testCompanion();
  for (let count = 0; count < 5; count += 1) await ask(companion);
  expect(calls.map(({ at }) => at - NOW)).toEqual([0, 1000, 2000, 3000, 4000]);
});

test("of many calls at once the first six wait, and the others are refused", async () => {
  const { companion, calls } = testCompanion();
  companion.clock = { now: () => NOW, sleep: () => Promise.resolve() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(companion)));
  expect(calls).toHaveLength(6);
  expect(answers.filter((answer) => answer?.ok)).toHaveLength(6);
  expect(answers.at(-1)).toEqual({ ok: false, reason: "rate_limited", until: NOW + 6000 });
});

test("a minute has at most sixty calls, whatever they fetch", async () => {
  const { companion, calls, clock } = testCompanion();
  let refused = 0;
  while (clock.time < NOW + 120_000) {
    const answer = await ask(companion);
    if (!answer?.ok) {
      refused += 1;
      clock.time += 500;
    }
  }
  for (const { at } of calls) {
    const minute = calls.filter((other) => other.at >= at && other.at < at + 60_000);
    expect(minute.length).toBeLessThanOrEqual(60);
  }
  expect(calls.length).toBeLessThanOrEqual(121);
  expect(refused).toBeLessThan(200);
});

test("calls and stop survive the end of the background script", async () => {
  const first = testCompanion();
  await ask(first.companion);
  const second = testCompanion(undefined, { storage: first.storage });
  await ask(second.companion);
  expect(second.calls.map(({ at }) => at - NOW)).toEqual([1000]);
});

test("a stored value of another version, or a changed clock, does not block calls for ever", async () => {
  for (const pace of [
    "text",
    { calls: "many", stop: { reason: "blocked", until: NOW + 1e12 } },
    { calls: [NOW + 1e9, null, "x"], stop: null, isSignedIn: "yes" },
  ]) {
    const setUp = testCompanion();
    await setUp.storage.set({ pace });
    expect(await readPace(setUp.storage, NOW)).toEqual({
      calls: [],
      stop: null,
      isSignedIn: null,
    });
    expect(await ask(setUp.companion)).toMatchObject({ ok: true });
  }
});
