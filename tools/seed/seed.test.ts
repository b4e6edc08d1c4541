import { assert, double, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { accountsFor, planHearts, readSize, skewedCounts } from "./plan.ts";

test("the counts add up to the total, most first, none above the number of accounts", () => {
  assert(
    property(
      integer({ min: 1, max: 300 }),
      integer({ min: 1, max: 500 }),
      double({ min: 0, max: 1, noNaN: true }),
      (targets, cap, share) => {
        const total = Math.floor(targets * cap * share);
        const counts = skewedCounts(targets, total, cap);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
        expect(counts[0]).toBeLessThanOrEqual(cap);
      },
    ),
  );
});

test("the first count is many times the median", () => {
  const counts = skewedCounts(5_000, 400_000, accountsFor(1_000_000));
  expect(counts[0]).toBeGreaterThan(50 * (counts[2_500] ?? 0));
  expect(counts.at(-1)).toBeGreaterThan(0);
});

test("every first account exists, and the first account hearts the best-known targets", () => {
  const { firstAccounts } = planHearts(1_000, 20_000, 800);
  expect(Math.max(...firstAccounts)).toBeLessThan(800);
  expect(Math.min(...firstAccounts)).toBe(0);
  expect(firstAccounts.slice(0, 200).every((first) => first === 0)).toBe(true);
  expect(new Set(firstAccounts.slice(200)).size, "the others are spread").toBeGreaterThan(200);
});

test("an account has 25 hearts on average, and there are at least 300 accounts", () => {
  expect([0, 7_500, 7_501, 1_000_000].map(accountsFor)).toEqual([300, 300, 301, 40_000]);
});

test("sizes are read by name, and impossible ones are refused with the usage", () => {
  expect(readSize([])).toEqual({ users: 300, posts: 1_200, hearts: 40_000 });
  const most = { users: 1_000_000, posts: 1_000_000, hearts: 10_000_000 };
  const named = Object.entries(most).map(([name, value]) => [`--${name}`, String(value)]);
  expect(readSize(named.flat())).toEqual(most);
  for (const args of [
    ["--hearts"],
    ["--heart", "5"],
    ["--hearts", "-5"],
    ["constructor", "5"],
    ["5"],
  ]) {
    expect(() => readSize(args)).toThrow("Usage");
  }
  expect(() => readSize(["--users", "0", "--posts", "1"])).toThrow("who posted");
  expect(readSize(["--users", "0", "--posts", "0"])).toMatchObject({ users: 0, posts: 0 });
  for (const [name, value] of Object.entries(most))
    expect(() => readSize([`--${name}`, String(value + 1)])).toThrow(
      `--${name} takes at most ${value}: `,
    );
  expect(() => skewedCounts(2, 11, 5)).toThrow("do not fit");
  expect(skewedCounts(2, 10, 5)).toEqual([5, 5]);
});
