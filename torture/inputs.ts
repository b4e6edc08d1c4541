import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/files.ts";
import { runTool } from "#scripts/tools.ts";
import type { Report, Step } from "./report.ts";

const CASES = 20_000;
const RESULT = ".cache/torture-inputs.json";

interface Result {
  testResults: {
    assertionResults: { title: string; status: string; duration?: number }[];
  }[];
}

function readResult(report: Report): void {
  const path = join(root, RESULT);
  const found = existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as Result)
    : { testResults: [] };
  const tests = found.testResults.flatMap(({ assertionResults }) => assertionResults);
  for (const { title, status, duration = 0 } of tests)
    report.check(title, status === "passed", `${(duration / 1000).toFixed(1)} s`);
  if (tests.length === 0) report.check("the property tests ran", false);
}

/** The property tests of npm test, with more cases and this run's seed. */
export const inputs: Step = {
  name: "inputs",
  about: `hostile input, ${CASES.toLocaleString("en")} cases a property`,
  run: async (report, { seed }) => {
    rmSync(join(root, RESULT), { force: true });
    const { ok, output } = runTool(
      "vitest",
      [
        "run",
        "torture/inside",
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
