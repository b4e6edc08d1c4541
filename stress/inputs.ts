import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "#tools/files.ts";
import { startTool, succeeds } from "#tools/tools.ts";
import type { Report, Step } from "./report.ts";

const CASES = 20_000;
const RESULT = ".cache/stress-inputs.json";

interface Result {
  testResults: {
    name: string;
    assertionResults: { title: string; fullName: string; status: string; duration?: number }[];
  }[];
}

type File = Result["testResults"][number];

/** Files that report one line per property; other files report one line each. */
const PROPERTIES = /(routes|normalise)\.test\.ts$/;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function reportFile(report: Report, { name, assertionResults }: File): void {
  const bad = assertionResults.filter(({ status }) => status !== "passed");
  // A file that could not be loaded has no results.
  if (PROPERTIES.test(name) && assertionResults.length > 0) {
    for (const { title, status, duration = 0 } of assertionResults)
      report.check(title, status === "passed", seconds(duration));
    return;
  }
  const slowest = Math.max(0, ...assertionResults.map(({ duration = 0 }) => duration));
  report.check(
    basename(name),
    bad.length === 0 && assertionResults.length > 0,
    `${assertionResults.length} tests, the longest ${seconds(slowest)}`,
  );
  for (const { fullName } of bad) report.note(`✗ ${fullName}`);
}

function readFiles(): File[] {
  const path = join(root, RESULT);
  if (!existsSync(path)) return [];
  return (JSON.parse(readFileSync(path, "utf8")) as Result).testResults;
}

export function reportFiles(report: Report, files: readonly File[], isWithoutError: boolean): void {
  for (const file of files) reportFile(report, file);
  report.check(
    "vitest ran the property tests and ended without an error",
    files.length > 0 && isWithoutError,
  );
}

/** Runs npm test's property tests with more cases and this run's seed. */
export const inputs: Step = {
  name: "inputs",
  about: `hostile input: ${CASES.toLocaleString("en")} requests and as many posts, a fifth as many profiles and clips, a hundredth as many scenes in several isolates; every fault`,
  run: async (report, seed) => {
    rmSync(join(root, RESULT), { force: true });
    const vitest = startTool(
      "vitest",
      [
        "run",
        "stress/inside",
        // The tests mostly wait for timeouts, so more workers than cores help.
        "--maxWorkers=3",
        "--silent",
        "--reporter=default",
        "--reporter=json",
        `--outputFile=${join(root, RESULT)}`,
      ],
      { stdio: "inherit", env: { FUZZ_SEED: String(seed), FUZZ_CASES: String(CASES) } },
    );
    const ok = await succeeds(vitest);
    reportFiles(report, readFiles(), ok);
  },
};
