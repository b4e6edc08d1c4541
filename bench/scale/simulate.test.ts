import { expect, test } from "vitest";
import { loadPlaces } from "./places.ts";
import { simulate } from "./simulate.ts";

test("the simulation runs the Worker's cache and call budget without a failure", async () => {
  const scene = { name: "few", perSecond: 2, creators: 50, settle: 10, seconds: 60 };
  const places = await loadPlaces(2);
  const found = await simulate(places, { ...scene, isWarm: true, hasBudget: true, attack: null });

  expect(found.requests).toBeGreaterThan(60);
  expect(found.failed).toBe(0);
  expect(found.fresh).toBeGreaterThan(0);
  expect(found.stale).toBeGreaterThan(0);
  expect(found.callsAMinute).toBeGreaterThan(0);
});
