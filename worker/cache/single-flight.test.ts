import { expect, test } from "vitest";
import { systemClock } from "#worker/lib/clock.ts";
import { OwnFailure } from "#worker/errors.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { singleFlight } from "./single-flight.ts";

const deps = { clock: systemClock, waitUntil: () => undefined };
/** A timeout that ends when the test aborts it. */
const endedBy = (timeout: AbortController) => ({
  ...deps,
  clock: { ...systemClock, timeout: () => timeout.signal },
});

test("concurrent identical work runs once, and again for a later caller", async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    await systemClock.sleep(10);
    return runs;
  };
  const three = [1, 2, 3].map(() => singleFlight(deps, "once", work));
  expect(await Promise.all(three)).toEqual([1, 1, 1]);
  expect(await singleFlight(deps, "once", work)).toBe(2);
});

test("a follower whose leader was cancelled does the work itself", async () => {
  void singleFlight(deps, "cancelled", () => new Promise<string>(() => undefined));
  const follow = () => singleFlight(deps, "cancelled", async () => "own work");
  const { result, waitedMs } = await waited(() => hurried(follow));
  expect(result).toBe("own work");
  expect(waitedMs).toBe(6_000);
});

test("followers of a slow leader share one call, and later callers wait for it", async () => {
  const late = new AbortController();
  const at = endedBy(late);
  void singleFlight(at, "slow", () => new Promise<string>(() => undefined));
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  let runs = 0;
  const work = () => {
    runs += 1;
    return answer;
  };
  const followers = Array.from({ length: 30 }, () => singleFlight(at, "slow", work));
  late.abort();
  followers.push(singleFlight(deps, "slow", work));
  resolve("the successor's");
  expect(new Set(await Promise.all(followers))).toEqual(new Set(["the successor's"]));
  expect(runs).toBe(1);
});

test("a late leader's answer reaches its followers before their own leader's", async () => {
  const late = new AbortController();
  const at = endedBy(late);
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  void singleFlight(at, "late", () => answer);
  const never = () => new Promise<string>(() => undefined);
  const followers = [1, 2].map(() => singleFlight(at, "late", never));
  late.abort();
  resolve("late");
  expect(await Promise.all(followers)).toEqual(["late", "late"]);
});

/** A leader whose follower took over. */
function overtaken(key: string) {
  const timeout = new AbortController();
  const at = endedBy(timeout);
  const leader = Promise.withResolvers<string>();
  const successor = Promise.withResolvers<string>();
  const calls = { bySuccessors: 0 };
  void singleFlight(at, key, () => leader.promise).catch(() => undefined);
  const following = singleFlight(at, key, () => {
    calls.bySuccessors += 1;
    return successor.promise;
  });
  timeout.abort();
  return { leader, successor, following, calls };
}

test("a late leader's failure does not reach a follower that took over", async () => {
  const { leader, successor, following } = overtaken("late failure");
  leader.reject(new Error("late"));
  await systemClock.sleep(5);
  successor.resolve("the successor's");
  expect(await following).toBe("the successor's");
});

test("a late leader without time left does not start the work again", async () => {
  const { leader, successor, following, calls } = overtaken("cut short late");
  successor.resolve("the successor's");
  expect(await following).toBe("the successor's");
  leader.reject(new OwnFailure("reddit.unavailable"));
  await systemClock.sleep(5);
  expect(calls.bySuccessors).toBe(1);
});

test("a follower that got its answer does not repeat the work later", async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    await systemClock.sleep(5);
  };
  await hurried(async () => {
    const both = [singleFlight(deps, "answered", work), singleFlight(deps, "answered", work)];
    await Promise.all(both);
    await systemClock.sleep(6_100);
  });
  expect(runs).toBe(1);
});

test("a failure reaches the leader and its followers, and the next call tries again", async () => {
  const fail = async () => {
    await systemClock.sleep(5);
    throw new Error("no");
  };
  const both = [singleFlight(deps, "fails", fail), singleFlight(deps, "fails", fail)];
  const settled = await Promise.allSettled(both);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await singleFlight(deps, "fails", async () => "well")).toBe("well");
});

test("one follower takes over from a leader without time left for its call", async () => {
  const cutShort = async () => {
    await systemClock.sleep(5);
    throw new OwnFailure("reddit.unavailable");
  };
  let runs = 0;
  const work = async () => {
    runs += 1;
    return "own time";
  };
  const leader = singleFlight<string>(deps, "cut short", cutShort);
  const followers = [1, 2, 3].map(() => singleFlight(deps, "cut short", work));
  await expect(leader).rejects.toThrow(OwnFailure);
  expect(await Promise.all(followers)).toEqual(["own time", "own time", "own time"]);
  expect(runs).toBe(1);
});

test("if no follower has time left either, each gets its own failure", async () => {
  const cutShort = async () => {
    throw new OwnFailure("reddit.unavailable");
  };
  const all = [1, 2, 3].map(() => singleFlight(deps, "all cut short", cutShort));
  const reasons = await Promise.all(all.map((one) => one.catch((error: unknown) => error)));
  expect(reasons.every((reason) => reason instanceof OwnFailure)).toBe(true);
  expect(new Set(reasons).size).toBe(3);
});
