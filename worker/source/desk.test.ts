import { expect, test } from "vitest";
import { testClock } from "#worker/testing/test-app.ts";
import { waitForCall } from "./desk.ts";
import { CALLS_A_MINUTE, isWorthACall, lookAtDesk, takeCall } from "./desk.rules.ts";

const HOUR = 3_600_000;

test("in no minute, wherever it begins, are more calls granted than the limit", () => {
  const state = { calls: [] };
  const granted: number[] = [];
  for (let now = 0; now < 600_000; now += 137) {
    if (takeCall(state, now).isGranted) granted.push(now);
  }
  const most = Math.max(
    ...granted.map((from) => granted.filter((at) => at >= from && at < from + 60_000).length),
  );
  expect(most).toBe(CALLS_A_MINUTE);
  expect(granted.length).toBeGreaterThanOrEqual(CALLS_A_MINUTE * 10);
});

test("who is refused is told when a call will be free, and looking takes none", () => {
  const state = { calls: [] };
  for (let call = 0; call < CALLS_A_MINUTE; call += 1) takeCall(state, 1_000);
  expect(takeCall(state, 21_000)).toEqual({ isGranted: false, pressure: 1, waitMs: 40_000 });
  expect(lookAtDesk(state, 61_000)).toEqual({ isGranted: true, pressure: 0, waitMs: 0 });
  expect(state.calls).toEqual([]);
});

test("the busier the source, the older a copy must be to be replaced, and in the end it is drawn by lot", () => {
  const HOUR_AND_MORE = 2 * HOUR;
  expect(isWorthACall(0.2, 1, 0.99)).toBe(true);
  expect(isWorthACall(0.55, 1, 0.99)).toBe(false);
  expect(isWorthACall(0.55, HOUR_AND_MORE, 0.99)).toBe(true);
  expect(isWorthACall(0.72, HOUR_AND_MORE, 0.99)).toBe(false);
  expect(isWorthACall(0.72, HOUR_AND_MORE, 0.001)).toBe(true);
  expect(isWorthACall(0.8, HOUR_AND_MORE, 0.001)).toBe(false);
  expect(isWorthACall(0.8, 13 * HOUR, 0.001)).toBe(true);
  expect(isWorthACall(0.95, 23 * HOUR, 0)).toBe(false);
});

/** A desk where `others` take each call that becomes free, for so many times. */
function contested(others: number, waitMs: number) {
  const clock = testClock();
  const began = clock.now();
  let asked = 0;
  const take = async () => {
    asked += 1;
    const isGranted = asked > others;
    return { isGranted, pressure: 1, waitMs: isGranted ? 0 : waitMs };
  };
  return { deps: { clock, desk: { take, look: take } }, waited: () => clock.now() - began };
}

test("who finds the free call taken by another waits on, and is served", async () => {
  const { deps, waited } = contested(3, 1_200);
  expect(await waitForCall(deps, "contested")).toBe(0);
  expect(waited()).toBeGreaterThanOrEqual(3_600);
});

test("nobody waits longer than eight seconds, and who is refused is told for how long", async () => {
  const hopeless = contested(100, 1_200);
  expect(await waitForCall(hopeless.deps, "hopeless")).toBe(1_200);
  expect(hopeless.waited()).toBeLessThanOrEqual(8_500);
  const far = contested(100, 30_000);
  expect(await waitForCall(far.deps, "far")).toBe(30_000);
  expect(far.waited()).toBe(0);
});
