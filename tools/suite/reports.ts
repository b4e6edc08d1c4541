import { relative } from "node:path";

/** The result of a step of the suite. Each entry of `failures` counts as one failure. */
export interface Outcome {
  passed: number;
  failures: string[];
  /** The reason of each skipped browser test. */
  skipped?: string[];
}

/**
 * The outcome of a tool that ended; null without its report. A run without tests is a failure, and so is an exit with
 * an error that the report does not show.
 */
export function judgeRun(tool: string, ok: boolean, reported: Outcome | null): Outcome {
  if (reported === null) return { passed: 0, failures: [`${tool} ended without a report`] };
  if (reported.failures.length > 0 || (ok && reported.passed > 0)) return reported;
  return { ...reported, failures: [`${tool} ended with an error outside the tests`] };
}

/** Few, so that the last lines of a CI log show list and totals. */
const MOST_LISTED = 30;

const nameOf = (...parts: string[]): string => parts.filter(Boolean).join(" › ");

export interface VitestReport {
  numPassedTests: number;
  testResults: {
    /** The file's full path. */
    name: string;
    status: string;
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[];
  }[];
}

/** A file that does not load counts as one failure, because it has no tests to count. */
export function vitestOutcome(report: VitestReport, root: string): Outcome {
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name).replaceAll("\\", "/");
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (status === "failed" && failed.length === 0) return [nameOf(file, "failed outside a test")];
    return failed.map(({ ancestorTitles, title }) => nameOf(file, ...ancestorTitles, title));
  });
  return { passed: report.numPassedTests, failures };
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  annotations?: { type: string; description?: string }[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  specs: { title: string; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

export interface PlaywrightReport {
  stats: { expected: number; flaky: number };
  suites: PlaywrightSuite[];
  /** Failures outside tests, such as a file that does not load. */
  errors: { message?: string; location?: { file: string } }[];
}

function failuresOf({ specs, suites = [] }: PlaywrightSuite, path: string[]): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName }) => `${nameOf(...path, title)} [${projectName}]`),
  );
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, [...path, suite.title]))];
}

function skippedIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === "skipped")
    .map(
      ({ annotations = [] }) =>
        annotations.find(({ type }) => type === "skip")?.description ?? "not run",
    );
  return [...own, ...suites.flatMap(skippedIn)];
}

export function playwrightOutcome(report: PlaywrightReport, root: string): Outcome {
  const failures = report.suites.flatMap((suite) => failuresOf(suite, [suite.file]));
  const errors = report.errors.map(({ message = "", location }) =>
    nameOf(location ? relative(root, location.file) : "", message.split("\n")[0] ?? ""),
  );
  // Flaky means that the browser crashed in the first attempt; nothing else is retried.
  const passed = report.stats.expected + report.stats.flaky;
  return {
    passed,
    failures: [...failures, ...errors],
    skipped: report.suites.flatMap(skippedIn),
  };
}

function skippedLines(reasons: string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `\n${count} skipped: ${reason}\n`).join("");
}

/** The end of the suite's output: failed tests by name, skipped ones by reason, then the totals as its last line. */
export function summary({ passed, failures, skipped = [] }: Outcome): string {
  const rest = failures.length - MOST_LISTED;
  const lines = failures.slice(0, MOST_LISTED).map((name) => `  ${name}`);
  if (rest > 0) lines.push(`  and ${rest} more`);
  const list = failures.length > 0 ? `\nFailed:\n${lines.join("\n")}\n` : "";
  return `${list}${skippedLines(skipped)}\n${passed} passed, ${failures.length} failed`;
}
