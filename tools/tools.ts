import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nodePath, root, toolEnvironment } from "./install.mjs";
import { endWithProcess } from "./process-group.ts";

const isWindows = process.platform === "win32";

const ENTRIES = {
  // Skips wrangler/bin/wrangler.js, which only checks Node's version and starts this file as a second process.
  wrangler: "wrangler/wrangler-dist/cli.js",
  vite: "vite/bin/vite.js",
  vitest: "vitest/vitest.mjs",
  oxlint: "oxlint/bin/oxlint",
  oxfmt: "oxfmt/bin/oxfmt",
  tsc: "typescript/bin/tsc",
  playwright: "@playwright/test/cli.js",
  "drizzle-kit": "drizzle-kit/bin.cjs",
  depcruise: "dependency-cruiser/bin/dependency-cruiser.mjs",
  knip: "knip/bin/knip.js",
} as const;
export type Tool = keyof typeof ENTRIES;

const entry = (tool: Tool) => join(root, "node_modules", ENTRIES[tool]);

export interface ToolResult {
  ok: boolean;
  stdout: string;
  /** Both stdout and stderr. */
  output: string;
}

interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs a script to its end, without a shell, because shells differ between systems. */
export function runScript(path: string, args: string[], options: RunOptions = {}): ToolResult {
  const { status, stdout, stderr, error } = spawnSync(nodePath, [path, ...args], {
    cwd: options.cwd ?? root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
    // The output is parsed: colours would break patterns, and an inherited log level would add lines to JSON (debug)
    // or remove all lines (error).
    env: { ...toolEnvironment(), FORCE_COLOR: "0", WRANGLER_LOG: "log", ...options.env },
  });
  const output = `${stdout ?? ""}${stderr ?? ""}${error ? `${error.message}\n` : ""}`;
  return { ok: status === 0, stdout: stdout ?? "", output };
}

export const runTool = (tool: Tool, args: string[], options?: RunOptions): ToolResult =>
  runScript(entry(tool), args, options);

interface StartOptions {
  stdio: "inherit" | "pipe";
  env?: Record<string, string>;
}

const endsWithParent = pathToFileURL(join(root, "tools/end-group-with-parent.mjs")).href;

/**
 * Starts a script in its own process group, so that its child processes can be ended too. The group ends with this
 * process, also after a kill.
 */
export function startScript(path: string, args: string[], options: StartOptions): ChildProcess {
  const child = spawn(nodePath, ["--import", endsWithParent, path, ...args], {
    cwd: root,
    detached: !isWindows,
    stdio: ["ignore", options.stdio, options.stdio],
    env: { ...toolEnvironment(), ...options.env },
  });
  endWithProcess(child);
  return child;
}

/** startScript() for a tool. Unless the caller handles a signal itself, the signal ends the tool, then the caller. */
export const startTool = (tool: Tool, args: string[], options: StartOptions): ChildProcess =>
  startScript(entry(tool), args, options);

/** Resolves when the process has ended. */
export async function succeeds(child: ChildProcess): Promise<boolean> {
  const [status] = await once(child, "exit");
  return status === 0;
}
