import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./files.ts";
import { nodePath } from "./install.mjs";
import {
  playwrightOutcome,
  summary,
  vitestOutcome,
  type Outcome,
  type PlaywrightReport,
  type VitestReport,
} from "./suite-reports.ts";
import { runTool, type Tool } from "./tools.ts";

const VITEST_REPORT = ".cache/vitest.json";
const PLAYWRIGHT_REPORT = ".cache/playwright.json";

interface Step {
  name: string;
  run: () => Outcome;
  /** Later steps would only repeat a failure of format, lint or types. */
  stopsOnFailure?: boolean;
}

const one = (name: string, ok: boolean): Outcome =>
  ok ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };

function check(name: string, tool: Tool, args: string[]): Step {
  return {
    name,
    stopsOnFailure: true,
    run: () => one(name, runTool(tool, args, { show: true }).ok),
  };
}

interface TestRun<Report> {
  tool: Tool;
  args: string[];
  env?: Record<string, string>;
  report: string;
  outcome: (report: Report, root: string) => Outcome;
}

/** A run without a test is a failure, and so is one that exits with an error its report does not show. */
function runTests<Report>({ tool, args, env = {}, report, outcome }: TestRun<Report>): Outcome {
  const file = join(root, report);
  rmSync(file, { force: true });
  const { ok } = runTool(tool, args, { show: true, env });
  if (!existsSync(file)) return one(`${tool} ended without a report`, false);
  const { passed, failures } = outcome(JSON.parse(readFileSync(file, "utf8")) as Report, root);
  if (failures.length > 0 || (ok && passed > 0)) return { passed, failures };
  return { passed, failures: [`${tool} ended with an error outside the tests`] };
}

const vitest = (): Outcome =>
  runTests<VitestReport>({
    tool: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${VITEST_REPORT}`],
    report: VITEST_REPORT,
    outcome: vitestOutcome,
  });

const playwright = (): Outcome =>
  runTests<PlaywrightReport>({
    tool: "playwright",
    // Traces cost a seventh of the time: `npm run e2e` keeps those of failed tests.
    args: ["test", "--reporter=list,json", "--trace=off"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, PLAYWRIGHT_REPORT) },
    report: PLAYWRIGHT_REPORT,
    outcome: playwrightOutcome,
  });

/** Bundles for production, weighs it, looks for sample code, and checks all that needs no network. */
function dryDeploy(): Outcome {
  const args = [join(root, "tools/deploy/deploy.ts"), "--env", "production", "--dry-run"];
  return one("Dry deploy", spawnSync(nodePath, args, { stdio: "inherit" }).status === 0);
}

const STEPS: Step[] = [
  check("Format", "oxfmt", ["--check", "."]),
  check("Lint", "oxlint", ["--deny-warnings"]),
  check("Types", "tsc", ["-b", "--force"]),
  check("Imports", "depcruise", ["-T", "err-long", "."]),
  { name: "Unit and Worker tests", run: vitest },
  { name: "Production bundle and a dry deploy", run: dryDeploy },
  { name: "Browser tests", run: playwright },
];

function main(): void {
  const total: Outcome = { passed: 0, failures: [] };
  for (const { name, run, stopsOnFailure } of STEPS) {
    const started = performance.now();
    console.log(`\n── ${name}`);
    const { passed, failures } = run();
    total.passed += passed;
    total.failures.push(...failures);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`   ${name}: ${passed} passed, ${failures.length} failed (${seconds} s)`);
    if (failures.length > 0 && stopsOnFailure) break;
  }
  console.log(summary(total));
  process.exitCode = total.failures.length > 0 ? 1 : 0;
}

main();
