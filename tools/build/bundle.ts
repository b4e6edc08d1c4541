import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { filesBelow, root } from "#tools/files.ts";
import { runTool } from "#tools/tools.ts";
import {
  lateTooHeavy,
  OWN_BRAND_KB,
  tooHeavy,
  weigh,
  weighLate,
  lazyChunkProblems,
  type RouteWeight,
} from "./weights.ts";
import { Refused, runMain } from "#tools/refused.ts";

const WORKER = "dist/worker";
const WEB = "dist/web";

/** Gzip. The limits of the pages are in weights.ts. */
export const WORKER_LIMIT_KB = 233 + OWN_BRAND_KB;

/** The Worker's bundle must not contain local parts of the repository or React: its JSX runtime is Hono's. */
const isForbidden = (path: string) =>
  /^(sample|tools|bench|stress|web)\//.test(path) ||
  /\.test\.tsx?$|^(worker|normalise)\/testing\//.test(path) ||
  /node_modules\/react(-dom)?\//.test(path);

export const forbiddenInputs = (inputs: string[]): string[] => inputs.filter(isForbidden);

const gzipped = (paths: string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(root, path))).length, 0) / 1000;

export interface Bundle {
  /** Gzip, in KB. */
  sizes: { worker: number; web: number };
  routes: RouteWeight[];
  /** One sentence each. */
  problems: string[];
}

/** Words at the start of a file's name for which lists of ad blockers refuse it, and a page that needs it fails. */
const BLOCKED_NAME = /\/(?:ads?|analytics|banner|share|social|sponsor|track(?:er|ing)?)[-_.][^/]*$/;

export const blockedNames = (files: string[]): string[] =>
  files
    .filter((file) => BLOCKED_NAME.test(file))
    .map((file) => `${file} has a name that ad blockers refuse`);

function problemsOf({ sizes, routes }: Omit<Bundle, "problems">): string[] {
  const meta = readFileSync(join(root, WORKER, "bundle-meta.json"), "utf8");
  const { inputs } = JSON.parse(meta) as { inputs: Record<string, unknown> };
  const problems = forbiddenInputs(Object.keys(inputs)).map(
    (path) => `the Worker contains ${path}`,
  );
  if (existsSync(join(root, WEB, "sample"))) problems.push(`${WEB} contains sample/`);
  if (sizes.worker > WORKER_LIMIT_KB) problems.push(`the Worker is over ${WORKER_LIMIT_KB} KB`);
  const lazy = [...lateTooHeavy(weighLate(WEB)), ...lazyChunkProblems(WEB)];
  return [...problems, ...tooHeavy(routes), ...lazy, ...blockedNames(filesBelow(WEB))];
}

/** Bundles app and Worker as a deploy does, without the network. */
export function bundle(environment: string): Bundle {
  rmSync(join(root, WORKER), { recursive: true, force: true });
  const args = ["deploy", "--dry-run", "--env", environment, "--outdir", WORKER, "--metafile"];
  const { ok, output } = runTool("wrangler", args);
  if (!ok) throw new Refused(`The ${environment} bundle could not be made:\n${output}`);
  const code = (folder: string) =>
    filesBelow(folder).filter((path) => /\.(js|css|wasm)$/.test(path));
  const sizes = {
    worker: gzipped(code(WORKER)),
    web: gzipped(code(WEB)),
  };
  const made = { sizes, routes: weigh(WEB) };
  return { ...made, problems: problemsOf(made) };
}

export function describeBundle({ sizes, routes, problems }: Bundle): string {
  const kilobytes = (size: number) => `${size.toFixed(1)} KB gzip`;
  return [
    `Worker        ${kilobytes(sizes.worker)}   (${WORKER})`,
    ...routes.map(
      ({ route, scripts, styles }) =>
        `${route.padEnd(13)} ${kilobytes(scripts)} of scripts, ${kilobytes(styles)} of styles`,
    ),
    `Web, in all   ${kilobytes(sizes.web)}   (${WEB})`,
    ...problems.map((problem) => `Problem: ${problem}`),
  ].join("\n");
}

export async function main(): Promise<void> {
  const made = bundle("production");
  console.log(describeBundle(made));
  if (made.problems.length > 0) process.exitCode = 1;
}

if (import.meta.main) await runMain(main);
