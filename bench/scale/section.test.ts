import { expect, test } from "vitest";
import { verdict } from "./section.ts";
import type { Outcome } from "./simulate.ts";

const scene = {
  name: "100 a second",
  perSecond: 100,
  creators: 50,
  settle: 0,
  seconds: 60,
  isWarm: true,
  hasBudget: true,
  attack: null,
};
const outcome: Outcome = {
  scene,
  requests: 6_000,
  fresh: 5_000,
  stale: 1_000,
  refused: 0,
  refusedCached: 0,
  failed: 0,
  callsAMinute: 90,
  busiestMinute: 95,
  kvReads: 1,
  kvWrites: 0.1,
  budgetQuestions: 0.1,
};

test.each([
  ["as aimed", {}, "holds"],
  ["with a failed request", { failed: 1 }, "**missed**"],
  ["with a refused request", { refused: 1 }, "**missed**"],
  ["with a refused request for a cached creator", { refusedCached: 1 }, "**missed**"],
  ["over Reddit's limit", { busiestMinute: 101 }, "**missed**"],
  [
    "with nothing cached, where refusals are expected,",
    { refused: 9, scene: { ...scene, isWarm: false } },
    "holds",
  ],
  [
    "with nothing cached, and a failed request,",
    { failed: 1, scene: { ...scene, isWarm: false } },
    "**missed**",
  ],
])("the verdict on a scene %s", (_, change, expected) => {
  expect(verdict({ ...outcome, ...change })).toBe(expected);
});
