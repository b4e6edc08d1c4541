import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { nodePath, root, toolEnvironment } from "./install.mjs";

const isWindows = process.platform === "win32";

const ENTRIES = {
  // wrangler/bin/wrangler.js only checks the version of Node and starts this file as a second process.
  wrangler: "wrangler/wrangler-dist/cli.js",
  vite: "vite/bin/vite.js",
  vitest: "vitest/vitest.mjs",
  oxlint: "oxlint/bin/oxlint",
  oxfmt: "oxfmt/bin/oxfmt",
  tsc: "typescript/bin/tsc",
  playwright: "@playwright/test/cli.js",
  "drizzle-kit": "drizzle-kit/bin.cjs",
  depcruise: "dependency-cruiser/bin/dependency-cruiser.mjs",
} as const;
export type Tool = keyof typeof ENTRIES;

const entry = (tool: Tool) => join(root, "node_modules", ENTRIES[tool]);

export interface ToolResult {
  ok: boolean;
  stdout: string;
  /** Both stdout and stderr. */
  output: string;
}

/** Runs a tool to its end, without a shell: those differ between systems. */
export function runTool(
  tool: Tool,
  args: string[],
  options: { cwd?: string; show?: boolean; env?: Record<string, string> } = {},
): ToolResult {
  const { status, stdout, stderr } = spawnSync(nodePath, [entry(tool), ...args], {
    cwd: options.cwd ?? root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: options.show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    env: { ...toolEnvironment(), ...options.env },
  });
  return { ok: status === 0, stdout: stdout ?? "", output: `${stdout ?? ""}${stderr ?? ""}` };
}

/** Starts a tool in its own process group, so that its child processes can be ended too. */
export function startTool(
  tool: Tool,
  args: string[],
  options: { stdio: "inherit" | "pipe"; env?: Record<string, string> },
): ChildProcess {
  const child = spawn(nodePath, [entry(tool), ...args], {
    cwd: root,
    detached: !isWindows,
    stdio: ["ignore", options.stdio, options.stdio],
    env: { ...toolEnvironment(), ...options.env },
  });
  // Ends the tool whichever way this process ends.
  const end = () => signalGroup(child, "SIGTERM");
  process.on("exit", end);
  child.once("exit", () => process.off("exit", end));
  return child;
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!isRunning(child) || child.pid === undefined) return;
  if (isWindows) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
  else
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The process has just ended.
    }
}

/** Ends a started tool and everything it started. */
export async function stopTool(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  signalGroup(child, "SIGTERM");
  setTimeout(() => signalGroup(child, "SIGKILL"), 5000).unref();
  await ended;
}

/** Returns the port, or null if it is taken. Port 0 finds any free one. */
export function freePort(port = 0): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}

/** Waits for /api/health; false if the process ends or `seconds` pass before. */
export async function isHealthy(
  baseUrl: string,
  child: ChildProcess,
  seconds = 60,
): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline && isRunning(child)) {
    try {
      const response = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(5000) });
      if (response.ok) return true;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
