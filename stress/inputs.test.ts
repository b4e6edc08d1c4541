import { beforeEach, expect, test, vi } from "vitest";
import { reportFiles } from "./inputs.ts";
import { Report } from "./report.ts";

const passed = { title: "holds", fullName: "holds", status: "passed" };
const routes = "stress/inside/routes.test.ts";

beforeEach(() => void vi.spyOn(console, "log").mockReturnValue());

test.each([
  ["every property holds", [passed], true, { passed: 2, failed: 0 }],
  ["a property fails", [passed, { ...passed, status: "failed" }], false, { passed: 1, failed: 2 }],
  ["the file with the properties does not load", [], false, { passed: 0, failed: 2 }],
  ["vitest fails outside of tests", [passed], false, { passed: 1, failed: 1 }],
])("where %s, the counts say so", (_, assertionResults, isWithoutError, counts) => {
  const report = new Report();
  reportFiles(report, [{ name: routes, assertionResults }], isWithoutError);
  expect(report).toMatchObject(counts);
});

test.each([
  ["whose tests pass", [passed, passed], { passed: 2, failed: 0 }],
  ["with a failed test", [passed, { ...passed, status: "failed" }], { passed: 1, failed: 1 }],
  ["that does not load", [], { passed: 1, failed: 1 }],
])("a file without properties %s is one line of the report", (_, assertionResults, counts) => {
  const report = new Report();
  reportFiles(report, [{ name: "stress/inside/pages.test.ts", assertionResults }], true);
  expect(report).toMatchObject(counts);
});

test("a run without results fails", () => {
  const report = new Report();
  reportFiles(report, [], true);
  expect(report).toMatchObject({ passed: 0, failed: 1 });
});
