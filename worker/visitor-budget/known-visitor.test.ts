import { expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { RequestBudget } from "./visitor-budget.ts";

const clock = testClock();
const visitorAt = (prefix: string, sender?: string) =>
  new RequestBudget(
    () => ({ clock, counters: () => [], sender, prefix, isCacheOnly: false }),
    () => undefined,
  );

test("a visitor who keeps reading stays known through a flood of new prefixes", () => {
  const reader = visitorAt("reader");
  reader.noteHit();
  for (let index = 0; index < 6_000; index += 1) {
    visitorAt(`stranger ${index}`).noteMissing();
    if (index === 3_000) reader.noteHit();
  }
  expect(reader.purpose).toBe("visitor");
  expect(visitorAt("stranger 5999").purpose).toBe("newcomer");
});

test("one network's flood of cached answers leaves the visitors of other networks known", () => {
  const flood = (index: number) => visitorAt(`2001:db8:1:${index}::/64`, "2001:db8:1::/48");
  const quiet = Array.from({ length: 50 }, (_, index) => visitorAt(`192.0.2.${index}`));
  for (const visitor of quiet) visitor.noteHit();
  for (let index = 0; index < 6_000; index += 1) flood(index).noteHit();
  expect(new Set(quiet.map(({ purpose }) => purpose))).toEqual(new Set(["visitor"]));
});

test("a network's hundred last used addresses stay known", () => {
  const address = (index: number) => visitorAt(`2001:db8:2:${index}::/64`, "2001:db8:2::/48");
  for (let index = 0; index < 100; index += 1) address(index).noteHit();
  address(0).noteHit();
  address(100).noteHit();
  const purposes = [0, 1, 2, 100].map((index) => address(index).purpose);
  expect(purposes).toEqual(["visitor", "newcomer", "visitor", "visitor"]);
});

test("an ended history frees its place in its network", () => {
  const address = (index: number) => visitorAt(`2001:db8:3:${index}::/64`, "2001:db8:3::/48");
  for (let index = 0; index < 60; index += 1) address(index).noteHit();
  clock.advance(30 * MINUTE_MS);
  for (let index = 60; index < 160; index += 1) address(index).noteHit();
  expect([60, 159].map((index) => address(index).purpose)).toEqual(["visitor", "visitor"]);
});

test("one missing name outweighs three cached answers", () => {
  const guesser = visitorAt("guesser");
  for (let index = 0; index < 3; index += 1) guesser.noteHit();
  expect(guesser.purpose).toBe("visitor");
  guesser.noteMissing();
  expect(guesser.purpose).toBe("newcomer");
  guesser.noteHit();
  expect(guesser.purpose).toBe("visitor");
});

test("a visitor is known for thirty minutes after the last cached answer", () => {
  const purpose = () => visitorAt("leaving").purpose;
  visitorAt("leaving").noteHit();
  clock.advance(20 * MINUTE_MS);
  visitorAt("leaving").noteHit();
  clock.advance(30 * MINUTE_MS - 1);
  expect(purpose()).toBe("visitor");
  clock.advance(1);
  expect(purpose()).toBe("newcomer");
});
