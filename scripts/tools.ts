import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { nodePath, root, toolEnvironment } from "./install.mjs";

const isWindows = process.platform === "win32";

const ENTRIES = {
  wrangler: "wrangler/bin/wrangler.js",
  vite: "vite/bin/vite.js",
  vitest: "vitest/vitest.mjs",
  oxlint: "oxlint/bin/oxlint",
  oxfmt: "oxfmt/bin/oxfmt",
  tsc: "typescript/bin/tsc",
  "drizzle-kit": "drizzle-kit/bin.cjs",
} as const;
export type Tool = keyof typeof ENTRIES;

const entry = (tool: Tool) => join(root, "node_modules", ENTRIES[tool]);

export interface ToolResult {
  ok: boolean;
  stdout: string;
  /** With what was said on stderr, for a person to read. */
  output: string;
}

/** Runs a tool to its end without a shell, so that it works the same on every system. */
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

/** A tool that keeps running, in a process group of its own so that all of it can be ended. */
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
  // However this process ends, nothing it started stays behind.
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
      // It ended by itself in this moment.
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

/** The port if it is free, null if something listens there. Port 0 asks for any free one. */
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

/** Waits until the Worker says it is well; false when it ended or took longer than `seconds`. */
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
