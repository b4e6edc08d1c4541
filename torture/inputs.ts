import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "#scripts/files.ts";
import { runTool } from "#scripts/tools.ts";
import type { Report, Step } from "./report.ts";

const CASES = 20_000;
const RESULT = ".cache/torture-inputs.json";

interface Result {
  testResults: {
    name: string;
    assertionResults: { title: string; fullName: string; status: string; duration?: number }[];
  }[];
}

type File = Result["testResults"][number];

/** Where each test is a property over thousands of cases; of the tables a line a file is enough. */
const PROPERTIES = /(routes|normalise)\.test\.ts$/;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function readFile(report: Report, { name, assertionResults }: File): void {
  const bad = assertionResults.filter(({ status }) => status !== "passed");
  if (PROPERTIES.test(name)) {
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

function readResult(report: Report): void {
  const path = join(root, RESULT);
  const found = existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as Result)
    : { testResults: [] };
  for (const file of found.testResults) readFile(report, file);
  if (found.testResults.length === 0) report.check("the property tests ran", false);
}

/** The property tests of npm test, with more cases and this run's seed. */
export const inputs: Step = {
  name: "inputs",
  about: `hostile input: ${CASES.toLocaleString("en")} requests and as many posts, a fifth of that profiles and clips; every fault`,
  run: async (report, { seed }) => {
    rmSync(join(root, RESULT), { force: true });
    const { ok, output } = runTool(
      "vitest",
      [
        "run",
        "torture/inside",
        // Most of the time is spent waiting for time limits to pass.
        "--maxWorkers=3",
        "--silent",
        "--reporter=json",
        `--outputFile=${join(root, RESULT)}`,
      ],
      { env: { FUZZ_SEED: String(seed), FUZZ_CASES: String(CASES) } },
    );
    readResult(report);
    if (!ok) console.error(output.split("\n").slice(-60).join("\n"));
  },
};
