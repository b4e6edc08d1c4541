import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { filesBelow, root } from "./files.ts";
import { runTool } from "./tools.ts";

const WORKER = "dist/worker";
const WEB = "dist/web";

/** Gzip, in KB: well under what Workers Free allows (3 MB), and what a phone should wait for. */
export const LIMITS = { worker: 1000, firstLoad: 150 };

/** Parts of the repository that never leave this machine. */
const isLocal = (path: string) =>
  /^(sample|scripts|bench|web)\//.test(path) || /\.test\.ts$|^worker\/testing\//.test(path);

export const localInputs = (inputs: string[]): string[] => inputs.filter(isLocal);

/** What index.html asks for before anything can be drawn, apart from fonts and icons. */
export function firstLoad(html: string): string[] {
  const addresses = [...html.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)];
  return addresses.map((match) => match[1] ?? "");
}

const gzipped = (paths: string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(root, path))).length, 0) / 1000;

export interface Bundle {
  /** Gzip, in KB. */
  sizes: { worker: number; firstLoad: number; web: number };
  /** What must not be so, one sentence each. */
  problems: string[];
}

function problemsOf(sizes: Bundle["sizes"]): string[] {
  const meta = readFileSync(join(root, WORKER, "bundle-meta.json"), "utf8");
  const { inputs } = JSON.parse(meta) as { inputs: Record<string, unknown> };
  const problems = localInputs(Object.keys(inputs)).map((path) => `the Worker contains ${path}`);
  if (existsSync(join(root, WEB, "sample"))) problems.push(`${WEB} contains sample/`);
  if (sizes.worker > LIMITS.worker) problems.push(`the Worker is over ${LIMITS.worker} KB`);
  if (sizes.firstLoad > LIMITS.firstLoad)
    problems.push(`the first load of the web is over ${LIMITS.firstLoad} KB`);
  return problems;
}

/** Bundles web and Worker as a deploy would, without the network. */
export function bundle(environment: string): Bundle {
  rmSync(join(root, WORKER), { recursive: true, force: true });
  const args = ["deploy", "--dry-run", "--env", environment, "--outdir", WORKER, "--metafile"];
  const { ok, output } = runTool("wrangler", args);
  if (!ok) throw new Error(`The ${environment} bundle could not be made:\n${output}`);
  const html = readFileSync(join(root, WEB, "index.html"), "utf8");
  const code = (folder: string) =>
    filesBelow(folder).filter((path) => /\.(js|css|wasm)$/.test(path));
  const sizes = {
    worker: gzipped(code(WORKER)),
    firstLoad: gzipped(firstLoad(html).map((path) => join(WEB, path))),
    web: gzipped(code(WEB)),
  };
  return { sizes, problems: problemsOf(sizes) };
}

export function describeBundle({ sizes, problems }: Bundle): string {
  const kilobytes = (size: number) => `${size.toFixed(1)} KB gzip`;
  return [
    `Worker        ${kilobytes(sizes.worker)}   (${WORKER})`,
    `Web, at first ${kilobytes(sizes.firstLoad)}`,
    `Web, in all   ${kilobytes(sizes.web)}   (${WEB})`,
    ...problems.map((problem) => `Problem: ${problem}`),
  ].join("\n");
}

if (import.meta.main) {
  const made = bundle("production");
  console.log(describeBundle(made));
  process.exitCode = made.problems.length > 0 ? 1 : 0;
}
