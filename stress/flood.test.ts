import { expect, test, vi } from "vitest";
import { checkFlood } from "./flood.ts";
import { Report } from "./report.ts";

test.each([
  ["answered and refused", { "200": 90, "429": 300 }, 90, true],
  ["refused but for its first calls", { "429": 390 }, 2, true],
  ["that never reaches Reddit", { "200": 90 }, 0, false],
  ["refused in full", { "429": 390 }, 0, false],
  ["answered with an error of the server", { "200": 90, "500": 1 }, 90, false],
  ["that cannot connect", { "Error: connect ECONNREFUSED": 390 }, 0, false],
])("a flood %s", (_, statuses, calls, isHeld) => {
  vi.spyOn(console, "log").mockReturnValue();
  const report = new Report();
  checkFlood(report, "one address prefix", new Map(Object.entries(statuses)), calls);
  expect(report.passed).toBe(Number(isHeld));
  expect(report.failed).toBe(Number(!isHeld));
});
