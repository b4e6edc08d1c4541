import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runJourneys, type Totals } from "./e2e.ts";
import { root } from "./files.ts";
import { nodePath } from "./install.mjs";
import { runTool, type Tool } from "./tools.ts";

const VITEST_REPORT = ".cache/vitest.json";

interface Step {
  name: string;
  run: () => Totals | Promise<Totals>;
  /** What comes after a failed format, lint or types would only repeat it. */
  endsHere?: boolean;
}

const one = (ok: boolean): Totals => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

function check(name: string, tool: Tool, args: string[]): Step {
  return { name, endsHere: true, run: () => one(runTool(tool, args, { show: true }).ok) };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** A file that cannot even be loaded has no test to count: it counts as one failure itself. */
function unitTests(): Totals {
  const report = join(root, VITEST_REPORT);
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { ok } = runTool("vitest", ["run", ...reporters], { show: true });
  if (!existsSync(report)) return one(false);
  const found = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  const broken = found.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((result) => result.status !== "failed"),
  ).length;
  const failed = found.numFailedTests + broken;
  return { passed: found.numPassedTests, failed: ok ? failed : Math.max(failed, 1) };
}

/** Bundles for production, weighs it, looks for sample code, and checks all that needs no network. */
function dryDeploy(): Totals {
  const args = [join(root, "scripts/deploy.ts"), "--env", "production", "--dry-run"];
  return one(spawnSync(nodePath, args, { stdio: "inherit" }).status === 0);
}

async function journeys(): Promise<Totals> {
  try {
    return await runJourneys();
  } catch (error) {
    console.error(error);
    return one(false);
  }
}

const STEPS: Step[] = [
  check("Format", "oxfmt", ["--check", "."]),
  check("Lint", "oxlint", ["--deny-warnings"]),
  check("Types", "tsc", ["-b", "--force"]),
  { name: "Unit and Worker tests", run: unitTests },
  { name: "Production bundle and a dry deploy", run: dryDeploy },
  { name: "Journeys in a browser", run: journeys },
];

async function main(): Promise<void> {
  const totals = { passed: 0, failed: 0 };
  for (const { name, run, endsHere } of STEPS) {
    const started = performance.now();
    console.log(`\n── ${name}`);
    const { passed, failed } = await run();
    totals.passed += passed;
    totals.failed += failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`   ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
    if (failed > 0 && endsHere) break;
  }
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

await main();
