import { expect, test } from "vitest";
import { judgeRun, playwrightOutcome, summary, vitestOutcome } from "./reports.ts";

const ROOT = "/repo";

const assertion = (status: string, title: string, ancestorTitles: string[] = []) => ({
  status,
  title,
  ancestorTitles,
});

test("a failed unit test is named by file, groups and title", () => {
  const report = {
    numPassedTests: 2,
    testResults: [
      {
        name: `${ROOT}/worker/hearts/hearts.test.ts`,
        status: "failed",
        assertionResults: [
          assertion("passed", "counts"),
          assertion("failed", "rolls back", ["a heart"]),
        ],
      },
      { name: `${ROOT}/a.test.ts`, status: "passed", assertionResults: [assertion("passed", "a")] },
    ],
  };
  expect(vitestOutcome(report, ROOT)).toEqual({
    passed: 2,
    failures: ["worker/hearts/hearts.test.ts › a heart › rolls back"],
  });
});

test("a test file that does not load counts as one failure", () => {
  const broken = { name: `${ROOT}/web/broken.test.ts`, status: "failed", assertionResults: [] };
  const afterAll = { ...broken, assertionResults: [assertion("passed", "a")] };
  const report = { numPassedTests: 1, testResults: [broken, afterAll] };
  expect(vitestOutcome(report, ROOT).failures).toEqual([
    "web/broken.test.ts › failed outside a test",
    "web/broken.test.ts › failed outside a test",
  ]);
});

const spec = (title: string, ...statuses: string[]) => ({
  title,
  tests: statuses.map((status) => ({ projectName: "phone", status })),
});

test("a failed browser test is named by file, groups, title and device", () => {
  const group = {
    title: "signed out",
    file: "hearts.e2e.ts",
    specs: [spec("asks to log in", "unexpected")],
  };
  const file = {
    title: "hearts.e2e.ts",
    file: "hearts.e2e.ts",
    specs: [spec("gives a heart", "expected", "flaky", "skipped", "unexpected")],
    suites: [group],
  };
  const report = { stats: { expected: 1, flaky: 1 }, suites: [file], errors: [] };
  expect(playwrightOutcome(report, ROOT)).toMatchObject({
    passed: 2,
    failures: [
      "hearts.e2e.ts › gives a heart [phone]",
      "hearts.e2e.ts › signed out › asks to log in [phone]",
    ],
  });
});

test("a failure outside the browser tests is named by the first line of its message", () => {
  const errors = [
    { message: "SyntaxError: unexpected\n  at line 3", location: { file: `${ROOT}/web/e2e/a.ts` } },
    { message: "No browser" },
  ];
  const report = { stats: { expected: 1, flaky: 0 }, suites: [], errors };
  expect(playwrightOutcome(report, ROOT).failures).toEqual([
    "web/e2e/a.ts › SyntaxError: unexpected",
    "No browser",
  ]);
});

test.each([
  ["tests that pass", true, { passed: 2, failures: [] }, []],
  ["a failed test", false, { passed: 2, failures: ["a"] }, ["a"]],
  ["a failed test and no error", true, { passed: 2, failures: ["a"] }, ["a"]],
  ["an error that no test shows", false, { passed: 2, failures: [] }, ["outside the tests"]],
  ["no test", true, { passed: 0, failures: [] }, ["outside the tests"]],
  ["no report", true, null, ["without a report"]],
])("a tool's run with %s has its failures", (_, ok, reported, failures) => {
  const judged = judgeRun("vitest", ok, reported);
  expect(judged.failures).toEqual(failures.map((words) => expect.stringContaining(words)));
  expect(judged.passed).toBe(reported?.passed ?? 0);
});

test("the summary ends with the failed tests and then the totals", () => {
  const text = summary({ passed: 1954, failures: ["a.test.ts › one", "b.e2e.ts › two [phone]"] });
  expect(text.split("\n").slice(-5)).toEqual([
    "Failed:",
    "  a.test.ts › one",
    "  b.e2e.ts › two [phone]",
    "",
    "1954 passed, 2 failed",
  ]);
});

test("a summary without a failure has the totals alone", () => {
  expect(summary({ passed: 7, failures: [] })).toBe("\n7 passed, 0 failed");
});

test("the list of failures leaves the totals within the last lines of a log", () => {
  const failures = Array.from({ length: 100 }, (_, index) => `test ${index}`);
  const lines = summary({ passed: 0, failures }).split("\n");
  expect(lines.length).toBeLessThan(40);
  expect(lines.slice(-3)).toEqual(["  and 70 more", "", "0 passed, 100 failed"]);
});

test("skipped browser tests stand by reason before the totals", () => {
  const skip = (description: string) => ({
    projectName: "phone",
    status: "skipped",
    annotations: [{ type: "skip", description }],
  });
  const specs = [
    { title: "one", tests: [skip("no Chromium"), skip("no Chromium")] },
    spec("two", "skipped", "expected"),
  ];
  const group = { title: "group", file: "a.e2e.ts", specs };
  const suites = [{ title: "a.e2e.ts", file: "a.e2e.ts", specs: [], suites: [group] }];
  const report = { stats: { expected: 1, flaky: 0 }, suites, errors: [] };
  const outcome = playwrightOutcome(report, ROOT);
  expect(summary(outcome)).toBe(
    "\n2 skipped: no Chromium\n\n1 skipped: not run\n\n1 passed, 0 failed",
  );
});
