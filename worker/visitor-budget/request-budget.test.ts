import { expect, test } from "vitest";
import { testClock } from "#worker/testing/test-app.ts";
import { alreadyCounted, RequestBudget } from "./visitor-budget.ts";

const clock = testClock();

/** `counted`: the calls that were counted. */
function openBudget(isCacheOnly = false) {
  const counted: string[] = [];
  const limit = async ({ key }: RateLimitOptions) => ({ success: counted.push(key) > 0 });
  const counters = () => [{ limit: { limit }, key: "a network" }];
  const settings = { clock, counters, sender: "a network", prefix: "an address", isCacheOnly };
  return {
    budget: new RequestBudget(
      () => settings,
      () => undefined,
    ),
    counted,
  };
}

test("a request's calls end twelve seconds after the first use of a source", () => {
  const { budget } = openBudget();
  clock.advance(5_000);
  const end = clock.now() + 12_000;
  expect(budget.deadline).toBe(end);
  clock.advance(1_000);
  expect(budget.deadline).toBe(end);
});

test("loads inside work that was charged as a whole keep its times, its sender and its purpose", () => {
  const { budget } = openBudget(true);
  budget.noteHit();
  const { deadline, refreshDeadline, sender, purpose, isCacheOnly } = budget;
  expect([sender, purpose, isCacheOnly]).toEqual(["a network", "visitor", true]);
  clock.advance(1_000);
  const kept = { deadline, refreshDeadline, sender, purpose, isCacheOnly };
  expect(alreadyCounted(budget)).toMatchObject(kept);
  expect(alreadyCounted(budget, "refresh").purpose).toBe("refresh");
});

test("a free call is not counted, but is one of the request's three", async () => {
  const { budget, counted } = openBudget();
  await budget.admitMiss(2, true, true);
  expect(counted).toEqual([]);
  await budget.admitMiss(1, true);
  expect(counted).toEqual(["a network"]);
  await expect(budget.admitMiss(1, true)).rejects.toMatchObject({ name: "CallsSpent" });
  await budget.admitMiss(1, false);
});

test("a call that is held leaves one less to optional loads", async () => {
  const { budget } = openBudget();
  budget.holdCalls(1);
  await expect(budget.admitMiss(3, true)).rejects.toMatchObject({ name: "CallsSpent" });
  await budget.admitMiss(2, true);
});

test("a request that another site caused is refused for a minute and counts nothing", async () => {
  const { budget, counted } = openBudget(true);
  const refusal = { code: "search.too_many", retryAfterSeconds: 60 };
  await expect(budget.admitMiss(1, false)).rejects.toMatchObject(refusal);
  expect(counted).toEqual([]);
});
