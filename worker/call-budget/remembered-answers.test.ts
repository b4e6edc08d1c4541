import { expect, test } from "vitest";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { budgetAllowsRefresh, waitForCall } from "./wait-for-call.ts";

const refusal = (waitMs: number) => ({
  ...GRANTED,
  isGranted: false,
  isReserved: false,
  pressure: 1,
  waitMs,
});

/** A budget with a changeable answer that counts how often it is asked. */
function countingBudget(answer = GRANTED) {
  const budget = { answer, asked: 0 };
  const ask = async () => ((budget.asked += 1), budget.answer);
  const clock = testClock();
  return { budget, clock, deps: { clock, callBudget: { take: ask, peek: ask } } };
}

test("an isolate that knows when a call will be free does not ask before", async () => {
  const { budget, clock, deps } = countingBudget(refusal(30_000));
  const ask = async () =>
    (await waitForCall(deps, { scope: "closed", caller: { purpose: "visitor" } })).waitMs;
  expect(await ask()).toBe(30_000);
  clock.advance(20_000);
  expect([await ask(), budget.asked]).toEqual([10_000, 1]);
  budget.answer = GRANTED;
  clock.advance(10_000);
  expect([await ask(), budget.asked]).toEqual([0, 2]);
});

test("a refusal of background work is reused for two seconds, a grant never", async () => {
  const { budget, clock, deps } = countingBudget();
  const ask = () => budgetAllowsRefresh(deps, "background", 0);
  for (const asked of [1, 2]) expect([await ask(), budget.asked]).toEqual([true, asked]);
  budget.answer = refusal(60_000);
  for (let time = 0; time < 2; time += 1) expect([await ask(), budget.asked]).toEqual([false, 3]);
  clock.advance(2_000);
  budget.answer = GRANTED;
  expect([await ask(), budget.asked]).toEqual([true, 4]);
});
