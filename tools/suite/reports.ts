import { relative } from "node:path";

/** The result of a step of the suite. Each entry of `failures` counts as one failure. */
export interface Outcome {
  passed: number;
  failures: string[];
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

interface PlaywrightSuite {
  title: string;
  file: string;
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
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

export function playwrightOutcome(report: PlaywrightReport, root: string): Outcome {
  const failures = report.suites.flatMap((suite) => failuresOf(suite, [suite.file]));
  const errors = report.errors.map(({ message = "", location }) =>
    nameOf(location ? relative(root, location.file) : "", message.split("\n")[0] ?? ""),
  );
  // Flaky means that the browser crashed in the first attempt; nothing else is retried.
  return { passed: report.stats.expected + report.stats.flaky, failures: [...failures, ...errors] };
}

/** The end of the suite's output: the failed tests by name, then the totals as its last line. */
export function summary({ passed, failures }: Outcome): string {
  const rest = failures.length - MOST_LISTED;
  const lines = failures.slice(0, MOST_LISTED).map((name) => `  ${name}`);
  if (rest > 0) lines.push(`  and ${rest} more`);
  const list = failures.length > 0 ? `\nFailed:\n${lines.join("\n")}\n` : "";
  return `${list}\n${passed} passed, ${failures.length} failed`;
}
