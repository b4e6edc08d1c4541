import { expect, test } from "vitest";
import { systemClock } from "#worker/lib/clock.ts";
import { OwnFailure } from "#worker/errors.ts";
import { singleFlight } from "./single-flight.ts";

const lifetime = (timeoutMs: number) => ({
  clock: { ...systemClock, timeout: () => AbortSignal.timeout(timeoutMs) },
  waitUntil: () => undefined,
});

test("concurrent identical work runs once, and again for a later caller", async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    await systemClock.sleep(10);
    return runs;
  };
  const at = lifetime(1_000);
  const three = [1, 2, 3].map(() => singleFlight(at, "once", work));
  expect(await Promise.all(three)).toEqual([1, 1, 1]);
  expect(await singleFlight(at, "once", work)).toBe(2);
});

test("a follower whose leader was cancelled does the work itself", async () => {
  const at = lifetime(30);
  void singleFlight(at, "cancelled", () => new Promise<string>(() => undefined));
  expect(await singleFlight(at, "cancelled", async () => "own work")).toBe("own work");
});

test("followers of a slow leader share one call, and later callers wait for it", async () => {
  const late = new AbortController();
  const at = { ...lifetime(0), clock: { ...systemClock, timeout: () => late.signal } };
  void singleFlight(at, "slow", () => new Promise<string>(() => undefined));
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  let runs = 0;
  const work = () => {
    runs += 1;
    return answer;
  };
  const followers = Array.from({ length: 30 }, () => singleFlight(at, "slow", work));
  late.abort();
  followers.push(singleFlight(lifetime(1_000), "slow", work));
  resolve("the successor's");
  expect(new Set(await Promise.all(followers))).toEqual(new Set(["the successor's"]));
  expect(runs).toBe(1);
});

test("a late leader's answer reaches its followers before their own leader's", async () => {
  const late = new AbortController();
  const at = { ...lifetime(0), clock: { ...systemClock, timeout: () => late.signal } };
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
  const at = { ...lifetime(0), clock: { ...systemClock, timeout: () => timeout.signal } };
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
  const at = lifetime(30);
  await Promise.all([singleFlight(at, "answered", work), singleFlight(at, "answered", work)]);
  await systemClock.sleep(60);
  expect(runs).toBe(1);
});

test("a failure reaches the leader and its followers, and the next call tries again", async () => {
  const at = lifetime(1_000);
  const fail = async () => {
    await systemClock.sleep(5);
    throw new Error("no");
  };
  const both = [singleFlight(at, "fails", fail), singleFlight(at, "fails", fail)];
  const settled = await Promise.allSettled(both);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await singleFlight(at, "fails", async () => "well")).toBe("well");
});

test("one follower takes over from a leader without time left for its call", async () => {
  const at = lifetime(1_000);
  const cutShort = async () => {
    await systemClock.sleep(5);
    throw new OwnFailure("reddit.unavailable");
  };
  let runs = 0;
  const work = async () => {
    runs += 1;
    return "own time";
  };
  const leader = singleFlight<string>(at, "cut short", cutShort);
  const followers = [1, 2, 3].map(() => singleFlight(at, "cut short", work));
  await expect(leader).rejects.toThrow(OwnFailure);
  expect(await Promise.all(followers)).toEqual(["own time", "own time", "own time"]);
  expect(runs).toBe(1);
});

test("if no follower has time left either, each gets its own failure", async () => {
  const at = lifetime(1_000);
  const cutShort = async () => {
    throw new OwnFailure("reddit.unavailable");
  };
  const all = [1, 2, 3].map(() => singleFlight(at, "all cut short", cutShort));
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});
