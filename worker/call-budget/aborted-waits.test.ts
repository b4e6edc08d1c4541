import { expect, test } from "vitest";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { waitForCall } from "./wait-for-call.ts";

test("places of aborted requests become free after eight seconds", async () => {
  const clock = testClock();
  let sleeps = 0;
  const sleep = () => ((sleeps += 1), new Promise<void>(() => undefined));
  const take = async () => ({ ...GRANTED, isGranted: false, waitMs: 1_200 });
  const deps = { clock: { ...clock, sleep }, callBudget: { take, peek: take } };
  const ask = () => waitForCall(deps, { scope: "aborted", caller: { purpose: "refresh" } });
  for (let request = 0; request < 8; request += 1) void ask();
  expect((await ask()).waitMs, "the ninth").toBeGreaterThan(0);
  expect(sleeps).toBe(8);
  clock.advance(8_001);
  void ask();
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(sleeps).toBe(9);
});
