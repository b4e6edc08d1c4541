import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { budgetAllowsRefresh, waitForCall, type BudgetDeps } from "./wait-for-call.ts";
import {
  CALLS_PER_MINUTE,
  answerAllowsRecheck,
  pressureAllowsRefresh,
  answerAllowsRefresh,
  peekBudget,
  RESERVED,
  takeCall,
  type GrantedCall,
} from "./call-budget.rules.ts";
import type { CallBudgetPort, CallPurpose } from "./port.ts";

const take = (state: GrantedCall[], purpose: CallPurpose, now: number, sender?: string) =>
  takeCall(state, { purpose, sender }, now);
const peek = (state: GrantedCall[], purpose: CallPurpose, now: number) =>
  peekBudget(state, { purpose }, now);

const waitOf = async (deps: BudgetDeps, scope: string, purpose: CallPurpose) =>
  (await waitForCall(deps, { scope, caller: { purpose } })).waitMs;

const share = constantFrom<CallPurpose>("visitor", "newcomer", "refresh", "recheck");
const questions = array(record({ purpose: share, pause: integer({ min: 0, max: 900 }) }), {
  minLength: 400,
  maxLength: 800,
});

/** The largest number of these times within any 60 seconds. */
const busiestMinute = (moments: number[]) =>
  Math.max(
    ...moments.map((from) => moments.filter((at) => at >= from && at < from + 60_000).length),
  );

test("no 60 seconds have more granted calls than the limit, and a reserved call is never refused", () => {
  assert(
    property(questions, (asked) => {
      const state: GrantedCall[] = [];
      let now = 0;
      const answers = asked.map(({ purpose, pause }) => {
        now += pause;
        return { at: now, ...take(state, purpose, now) };
      });
      const granted = answers.filter(({ isGranted }) => isGranted);
      expect(busiestMinute(granted.map(({ at }) => at))).toBeLessThanOrEqual(CALLS_PER_MINUTE);
      expect(answers.filter((one) => one.isReserved && !one.isGranted)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test("a flood for one purpose leaves the shares of the others, and waiting as long as it is told is enough", () => {
  assert(
    property(share, share, integer({ min: 0, max: 50 }), (flooding, other, gap) => {
      const state: GrantedCall[] = [];
      for (let call = 0; call < 300; call += 1) take(state, flooding, call * gap);
      const now = 300 * gap;
      const { waitMs } = peek(state, flooding, now);
      expect(peek(state, flooding, now + waitMs).isGranted).toBe(true);
      const reserved = flooding === other ? 0 : RESERVED[other];
      const answers = Array.from({ length: reserved }, () => take(state, other, now));
      expect(answers.filter(({ isGranted }) => !isGranted)).toEqual([]);
    }),
  );
});

test("alone, newcomers reach 25 calls a minute, visitors 86, refreshes 14 and re-checks 15, which leave newcomers 14", () => {
  const mostFor = (purpose: CallPurpose, state: GrantedCall[] = []) => {
    const before = state.length;
    for (let call = 0; call < 200; call += 1) take(state, purpose, 1_000);
    const full = peek(state, purpose, 1_000);
    expect(answerAllowsRecheck(full) || answerAllowsRefresh(full, HOUR_MS, 0)).toBe(false);
    return state.length - before;
  };
  expect(mostFor("newcomer")).toBe(25);
  expect(mostFor("visitor")).toBe(86);
  const background: GrantedCall[] = [];
  expect(mostFor("refresh", background)).toBe(14);
  expect(mostFor("recheck")).toBe(15);
  mostFor("recheck", background);
  expect(mostFor("newcomer", background)).toBe(14);
});

/** What each of these senders gets of a minute's calls, if each always asks for the next. */
function callsOf(senders: readonly string[], purpose: CallPurpose, state: GrantedCall[] = []) {
  const counts = new Map(senders.map((sender) => [sender, 0]));
  for (let round = 0; round < CALLS_PER_MINUTE; round += 1) {
    for (const sender of senders) {
      if (take(state, purpose, 1_000, sender).isGranted)
        counts.set(sender, (counts.get(sender) ?? 0) + 1);
    }
  }
  return { state, counts: [...counts.values()] };
}

const senders = (count: number) => Array.from({ length: count }, (_, index) => `network ${index}`);

test("one sender gets half of the calls, several the same, and the next finds as much", () => {
  expect(callsOf(senders(1), "visitor").counts).toEqual([43]);
  expect(callsOf(senders(1), "newcomer").counts).toEqual([13]);
  const three = callsOf(senders(3), "visitor");
  expect(three.counts).toEqual([22, 22, 21]);
  expect(callsOf(["late"], "visitor", three.state).counts).toEqual([11]);
  expect(callsOf(["later"], "visitor", three.state).counts).toEqual([5]);
  const twenty = callsOf(senders(20), "visitor");
  expect(Math.max(...twenty.counts)).toBe(5);
  expect(callsOf(["last"], "visitor", twenty.state).counts).toEqual([3]);
});

test("a sender past its share may call again when the earlier calls end, and its calls of another purpose do not count", () => {
  const state: GrantedCall[] = [];
  for (let call = 0; call < 43; call += 1) take(state, "visitor", 1_000 + call, "busy");
  const refused = take(state, "visitor", 21_000, "busy");
  const overShare = { isGranted: false, isOverShare: true, isAllTaken: false };
  expect(refused).toMatchObject({ ...overShare, waitMs: 40_000 });
  expect(take(state, "visitor", 21_000, "other").isGranted).toBe(true);
  expect(take(state, "newcomer", 21_000, "busy").isGranted).toBe(true);
  expect(take(state, "visitor", 21_000 + refused.waitMs, "busy").isGranted).toBe(true);
});

test("with the last calls a sender may still make the three of one request, and a sender without calls is never over its share", () => {
  const state: GrantedCall[] = [];
  for (let call = 0; call < 83; call += 1) take(state, "visitor", 1_000);
  const last = [1, 2, 3, 4].map(() => take(state, "visitor", 1_000, "late"));
  expect(last.map(({ isGranted }) => isGranted)).toEqual([true, true, true, false]);
  expect(last.at(-1)).toMatchObject({ isOverShare: true, isAllTaken: true });
  const next = take(state, "visitor", 1_000, "next");
  expect(next).toMatchObject({ isGranted: false, isOverShare: false });
});

test("background calls and calls without a sender have no share of their own", () => {
  const state: GrantedCall[] = [];
  const answers = Array.from({ length: 86 }, () => take(state, "visitor", 1_000));
  expect(answers.filter(({ isGranted }) => !isGranted)).toEqual([]);
});

test("a refusal says when a call will be free, and peeking takes none", () => {
  const state: GrantedCall[] = [];
  for (let call = 0; call < CALLS_PER_MINUTE; call += 1) take(state, "visitor", 1_000);
  expect(take(state, "visitor", 21_000)).toMatchObject({ isGranted: false, waitMs: 40_000 });
  expect(peek(state, "visitor", 61_000)).toMatchObject({ isGranted: true, pressure: 0 });
  expect(state).toEqual([]);
});

test("a visitor's refusal does not count on a reserved call of the re-check, which ends earlier", () => {
  const state: GrantedCall[] = [];
  take(state, "recheck", 1_000);
  for (let call = 0; call < CALLS_PER_MINUTE; call += 1) take(state, "visitor", 5_000);
  expect(take(state, "visitor", 21_000)).toMatchObject({ isGranted: false, waitMs: 44_000 });
});

test("a clock that goes back grants no second minute's calls, and the count is right within a minute", () => {
  const state: GrantedCall[] = [];
  for (let call = 0; call < CALLS_PER_MINUTE; call += 1) take(state, "visitor", 9_000_000);
  expect(take(state, "visitor", 1_000_000).isGranted).toBe(false);
  expect(take(state, "visitor", 1_060_001).isGranted).toBe(true);
});

test("refreshes and re-checks keep their shares while misses have used up the rest", () => {
  const state: GrantedCall[] = [];
  for (let call = 0; call < 300; call += 1) {
    take(state, "visitor", 1_000);
    take(state, "newcomer", 1_000);
  }
  expect(answerAllowsRecheck(peek(state, "recheck", 1_000))).toBe(true);
  expect(answerAllowsRefresh(peek(state, "refresh", 1_000), 13 * HOUR_MS, 0.001)).toBe(true);
  for (let call = 0; call < 100; call += 1) take(state, "refresh", 1_000);
  expect(answerAllowsRefresh(peek(state, "refresh", 1_000), 13 * HOUR_MS, 0)).toBe(false);
});

test("an isolate whose budget fails makes four calls a minute", async () => {
  const clock = testClock();
  const fail = () => Promise.reject(new Error("evicted"));
  const deps = { clock, callBudget: { take: fail, peek: fail } };
  const lines = loggedLines();
  const waitsOfMinute = async () => {
    const waits: number[] = [];
    for (let call = 0; call < 6; call += 1) waits.push(await waitOf(deps, "failing", "visitor"));
    return waits;
  };
  const waits = await waitsOfMinute();
  expect(waits).toEqual([0, 0, 0, 0, 60_000, 60_000]);
  expect(await budgetAllowsRefresh(deps, "failing", 0)).toBe(false);
  clock.advance(60_001);
  expect(await waitsOfMinute(), "the next minute too").toEqual(waits);
  expect(lines("call_budget_silent"), "one line in ten seconds").toHaveLength(2);
});

test("a budget that does not answer is waited for one second", async () => {
  const lines = loggedLines();
  const never = () => new Promise<never>(() => undefined);
  const clock = testClock(Date.parse("2026-12-01T12:00:00Z"));
  const deps = { clock, callBudget: { take: never, peek: never } };
  const { result, waitedMs } = await waited(() => hurried(() => waitOf(deps, "mute", "visitor")));
  expect(result).toBe(0);
  expect(waitedMs).toBe(1_000);
  expect(lines("call_budget_silent")).toHaveLength(1);
});

test("the busier the source, the older an entry must be to be refreshed, and near the limit chance decides", () => {
  const TWO_HOURS = 2 * HOUR_MS;
  expect(pressureAllowsRefresh(0.2, 1, 0.99)).toBe(true);
  expect(pressureAllowsRefresh(0.55, 1, 0.99)).toBe(false);
  expect(pressureAllowsRefresh(0.55, TWO_HOURS, 0.99)).toBe(true);
  expect(pressureAllowsRefresh(0.65, TWO_HOURS, 0.99)).toBe(false);
  expect(pressureAllowsRefresh(0.65, 7 * HOUR_MS, 0.99)).toBe(true);
  expect(pressureAllowsRefresh(0.72, TWO_HOURS, 0.011)).toBe(false);
  expect(pressureAllowsRefresh(0.72, TWO_HOURS, 0.001)).toBe(true);
  expect(pressureAllowsRefresh(0.8, TWO_HOURS, 0.001)).toBe(false);
  expect(pressureAllowsRefresh(0.8, 13 * HOUR_MS, 0.001)).toBe(true);
  expect(pressureAllowsRefresh(0.8, 13 * HOUR_MS, 0.021)).toBe(false);
  expect(pressureAllowsRefresh(0.95, 23 * HOUR_MS, 0)).toBe(false);
});

const BUSY = { isOverShare: false, isAllTaken: true, isReserved: false, pressure: 1 };

/** A budget that grants a call only after `others` refusals, as if other requests had taken those calls. */
function contested(others: number, waitMs: number) {
  const clock = testClock();
  const began = clock.now();
  let asked = 0;
  const take = async () => {
    asked += 1;
    const isGranted = asked > others;
    return { ...BUSY, isGranted, waitMs: isGranted ? 0 : waitMs };
  };
  return { deps: { clock, callBudget: { take, peek: take } }, sleptMs: () => clock.now() - began };
}

test("a request that loses a free call to another request keeps waiting and gets the next one", async () => {
  const { deps, sleptMs } = contested(3, 1_200);
  expect(await waitOf(deps, "contested", "visitor")).toBe(0);
  expect(sleptMs()).toBeGreaterThanOrEqual(3_600);
});

test("no request waits longer than eight seconds, and a refusal has the time to wait", async () => {
  const hopeless = contested(100, 1_200);
  expect(await waitOf(hopeless.deps, "hopeless", "visitor")).toBe(1_200);
  expect(hopeless.sleptMs()).toBeLessThanOrEqual(8_500);
  const far = contested(100, 30_000);
  expect(await waitOf(far.deps, "far", "visitor")).toBe(30_000);
  expect(far.sleptMs()).toBe(0);
});

test("a sender past its share is refused at once; other senders are not", async () => {
  const clock = testClock();
  const state: GrantedCall[] = [];
  const asked: (string | undefined)[] = [];
  const callBudget: CallBudgetPort = {
    take: async (_, caller) => {
      asked.push(caller.sender);
      return takeCall(state, caller, clock.now());
    },
    peek: async (_, purpose) => peek(state, purpose, clock.now()),
  };
  const deps = { clock, callBudget };
  const ask = (sender: string) =>
    waitForCall(deps, { scope: "shares", caller: { purpose: "visitor", sender } });
  const began = clock.now();
  for (let call = 0; call < 43; call += 1) expect(await ask("busy")).toMatchObject({ waitMs: 0 });
  clock.advance(55_000);
  expect(await ask("busy")).toEqual({ waitMs: 5_000, isOverShare: true, isAllTaken: false });
  expect(await ask("other")).toEqual({ waitMs: 0, isOverShare: false, isAllTaken: false });
  expect(clock.now() - began, "nobody waited").toBe(55_000);
  expect(asked.slice(-2)).toEqual(["busy", "other"]);
});

test("eight requests of a purpose wait for a call, a ninth is refused at once, and their places become free", async () => {
  const granted = Promise.withResolvers<void>();
  const ninthWaits = Promise.withResolvers<string>();
  let refusals = Infinity;
  const take = async () => {
    const isGranted = (refusals -= 1) < 0;
    return { ...BUSY, isGranted, waitMs: isGranted ? 0 : 1_200 };
  };
  let sleeps = 0;
  const sleep = () => {
    if ((sleeps += 1) === 9) ninthWaits.resolve("it waits");
    return granted.promise;
  };
  const deps = { clock: { ...testClock(), sleep }, callBudget: { take, peek: take } };
  const ask = () => waitOf(deps, "crowded", "newcomer");
  const waiting = Array.from({ length: 8 }, ask);
  expect(await Promise.race([ask(), ninthWaits.promise])).toBe(1_200);
  refusals = 0;
  granted.resolve();
  expect(await Promise.all(waiting)).toEqual(Array<number>(8).fill(0));
  refusals = 1;
  expect(await ask()).toBe(0);
});
