import { beforeEach, expect, test, vi } from "vitest";
import { checkFlood, checkFloodCalls, checkScene } from "./flood.ts";
import { Report } from "./report.ts";

beforeEach(() => void vi.spyOn(console, "log").mockReturnValue());

test.each([
  ["answered and refused", { "200": 90, "429": 300 }, true],
  ["with a few errors of a busy machine", { "200": 1, "429": 2_825, "503": 21 }, true],
  ["answered with errors of the server", { "200": 90, "500": 11 }, false],
  ["that cannot connect", { "Error: connect ECONNREFUSED": 390 }, false],
  ["without a request", {}, false],
])("the check of a flood %s", (_, statuses, isHeld) => {
  const report = new Report();
  checkFlood(report, "one network", new Map(Object.entries(statuses)));
  expect(report).toMatchObject({ passed: Number(isHeld), failed: Number(!isHeld) });
});

test("floods that never reach Reddit fail a check", () => {
  const report = new Report();
  checkFloodCalls(report, [{ name: "one_7" }, { name: "junk_1_1" }]);
  checkFloodCalls(report, [{ name: "known_7" }, { name: "flood_3_1" }]);
  expect(report).toMatchObject({ passed: 2, failed: 0 });
  checkFloodCalls(report, [{ name: "one_7" }]);
  expect(report).toMatchObject({ passed: 2, failed: 1 });
});

const SERVED = { requests: 1_000, refused: 0, failures: new Map(), cachedRefused: 0, uncached: 20 };

test.each([
  ["that are served", {}, 0],
  ["of which one in a hundred is refused", { refused: 10 }, 1],
  ["for a cached creator of which one is refused", { refused: 1, cachedRefused: 1 }, 1],
  ["of which one fails", { failures: new Map([["500", 1]]) }, 1],
  ["for cached creators alone", { uncached: 10 }, 1],
  ["that never came", { requests: 0, uncached: 0 }, 2],
])("the checks of visitors' searches %s", (_, change, failed) => {
  const report = new Report();
  checkScene(report, { about: "one network" }, { ...SERVED, ...change });
  expect(report).toMatchObject({ passed: 4 - failed, failed });
});
