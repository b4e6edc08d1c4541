import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root, trackedFiles } from "#tools/files.ts";
import { folderRefusal } from "./folder-refusal.ts";
import { type Lane, runLanes, type Step } from "./lanes.ts";
import { memoryFolder } from "#tools/memory-folder.ts";
import {
  judgeRun,
  playwrightOutcome,
  summary,
  vitestOutcome,
  type Outcome,
  type PlaywrightReport,
  type VitestReport,
} from "./reports.ts";
import { startScript, startTool, succeeds, type Tool } from "#tools/tools.ts";

const PLAYWRIGHT_REPORT = ".cache/playwright.json";

function isWholeRun(): boolean {
  try {
    return parseArgs({ options: { all: { type: "boolean" } } }).values.all ?? false;
  } catch {
    console.error(
      "npm test [-- --all]\n\n  --all  also the slow tests, as in CI: about twenty minutes",
    );
    process.exit(1);
  }
}

/** Without it the tests that start wrangler are left out, and all browser tests but the main flows. */
const isWhole = isWholeRun();

const refusal = folderRefusal(root, trackedFiles());
if (refusal !== null) {
  console.error(refusal);
  process.exit(1);
}

const one = (name: string, ok: boolean): Outcome =>
  ok ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };

function check(name: string, tool: Tool, args: string[]): Step {
  return {
    name,
    isCheck: true,
    run: async () => one(name, await succeeds(startTool(tool, args, { stdio: "inherit" }))),
  };
}

interface TestRun<Report> {
  tool: Tool;
  args: string[];
  env?: Record<string, string>;
  report: string;
  outcome: (report: Report, root: string) => Outcome;
}

async function runTests<Report>({
  tool,
  args,
  env = {},
  report,
  outcome,
}: TestRun<Report>): Promise<Outcome> {
  const file = join(root, report);
  rmSync(file, { force: true });
  const ok = await succeeds(startTool(tool, args, { stdio: "inherit", env }));
  if (!existsSync(file)) return judgeRun(tool, ok, null);
  return judgeRun(tool, ok, outcome(JSON.parse(readFileSync(file, "utf8")) as Report, root));
}

function vitest(projects: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const report = `.cache/vitest-${projects.join("-")}.json`;
  return runTests<VitestReport>({
    tool: "vitest",
    args: [
      "run",
      ...projects.map((name) => `--project=${name}`),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env,
    report,
    outcome: vitestOutcome,
  });
}

/** D1 waits for the disk at every write: in memory, the Worker's tests take a seventh less processor. */
function inMemory(): Record<string, string> {
  const folder = process.env["TMPDIR"] ? null : memoryFolder();
  return folder === null ? {} : { TMPDIR: folder };
}

/** With one worker, because the Worker's tests use the other core. */
const MAIN_FLOWS = ["--grep=@main", "--workers=1"];

const playwright = (): Promise<Outcome> =>
  runTests<PlaywrightReport>({
    tool: "playwright",
    // Traces cost a seventh of the time; `npm run e2e` keeps them for failed tests.
    args: ["test", "--reporter=list,json", "--trace=off", ...(isWhole ? [] : MAIN_FLOWS)],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, PLAYWRIGHT_REPORT) },
    report: PLAYWRIGHT_REPORT,
    outcome: playwrightOutcome,
  });

/** Bundles for production, checks sizes, searches for sample code, and runs all checks that need no network. */
async function dryDeploy(): Promise<Outcome> {
  const script = join(root, "tools/deploy/deploy.ts");
  const args = ["--env", "production", "--dry-run"];
  return one("Dry deploy", await succeeds(startScript(script, args, { stdio: "inherit" })));
}

const FIRST: Lane = [
  check("Format", "oxfmt", ["--check", "."]),
  check("Lint", "oxlint", ["--deny-warnings"]),
];

/** Lanes run in parallel. The workerd of the Worker's tests uses only one core; the browser tests use two. */
const LANES: Lane[] = [
  [
    check("Types", "tsc", ["-b", "--force"]),
    check("Imports", "depcruise", ["-T", "err-long", "."]),
    check("Unused code", "knip", []),
    { name: "Worker tests", run: () => vitest(["worker"], inMemory()) },
  ],
  [
    { name: "Unit tests", run: () => vitest(["node", "web"]) },
    ...(isWhole ? [{ name: "Tests that start wrangler", run: () => vitest(["wrangler"]) }] : []),
    { name: "Production bundle and a dry deploy", run: dryDeploy },
    { name: "Browser tests", run: playwright },
  ],
];

const total = await runLanes(FIRST, LANES);
console.log(summary(total));
process.exitCode = total.failures.length > 0 ? 1 : 0;
