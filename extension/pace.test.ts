import { expect, test } from "vitest";
import { answerMessage } from "./answer.ts";
import { changePace, readPace } from "./pace.ts";
import { json, LISTING, listing, message, NOW, PAGE, testCompanion } from "./testing/companion.ts";
import { memoryStorage } from "./testing/memory-storage.ts";

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
  expect(answers.at(-1)).toEqual({ ok: false, reason: "busy", until: NOW + 6000 });
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
    { calls: [NOW], stop: { reason: "blocked", until: NOW + 1e12 } },
    { lastCall: "now", stop: null, isSignedIn: "yes" },
    { lastCall: NOW + 1e9, stop: null, isSignedIn: null },
  ]) {
    const setUp = testCompanion();
    await setUp.storage.set({ pace });
    expect(await readPace(setUp.storage, NOW)).toEqual({
      lastCall: 0,
      stop: null,
      isSignedIn: null,
    });
    expect(await ask(setUp.companion)).toMatchObject({ ok: true });
  }
});

test("a call that waits is not made if another one meets a stop meanwhile", async () => {
  const setUp = testCompanion(() => json({}, 429));
  const stopped = { ok: false, reason: "rate_limited", until: NOW + 60_000 };
  const met = Promise.withResolvers<void>();
  setUp.companion.clock = { now: () => NOW, sleep: () => met.promise };
  const [first, second] = [ask(setUp.companion), ask(setUp.companion)];
  expect(await first).toEqual(stopped);
  met.resolve();
  expect(await second).toEqual(stopped);
  expect(setUp.calls).toHaveLength(1);
});

test("of two stops the one that ends later stays", async () => {
  const { storage, clock } = testCompanion();
  for (const [seconds, held] of [
    [30, 30],
    [90, 90],
    [60, 90],
  ] as const) {
    const stop = { reason: "blocked" as const, until: NOW + seconds * 1_000 };
    const pace = await changePace(storage, clock, { stop });
    expect(pace.stop?.until).toBe(NOW + held * 1_000);
  }
});

test("a call keeps what the one before it learned about the sign-in", async () => {
  const answers = [listing([]), json({}, 500)];
  const { companion, storage } = testCompanion(() => answers.shift() ?? json({}, 500));
  await ask(companion);
  await ask(companion);
  expect((await readPace(storage, NOW)).isSignedIn).toBe(true);
});

test("a storage that fails once does not block the calls after it", async () => {
  const working = memoryStorage({ on: true });
  let failures = 1;
  const storage = {
    get: working.get,
    set: (values: Record<string, unknown>) =>
      failures-- > 0 ? Promise.reject(new Error("quota exceeded")) : working.set(values),
  };
  const { companion } = testCompanion(undefined, { storage });
  expect(await ask(companion)).toEqual({ ok: false, reason: "gone" });
  expect(await ask(companion)).toMatchObject({ ok: true });
});
