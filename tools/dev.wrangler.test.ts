import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./files.ts";
import { freePort } from "./free-port.ts";
import { nodePath, toolEnvironment } from "./install.mjs";
import { createState } from "./test-server.ts";

/** Long, because a busy machine may need minutes; reached only by a hanging start. */
const TEST_TIMEOUT_MS = 600_000;

/** Starts the development servers under a shell, as npm does; resolves once the output has `until(webPort)`. */
async function startDev(until: (webPort: number) => string) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const state = relative(root, mkdtempSync(join(root, ".cache/dev-")));
  onTestFinished(() => rmSync(join(root, state), { recursive: true, force: true }));
  await createState(state);
  const [port, webPort] = [await freePort(), await freePort()];
  const args = `--port ${port} --persist-to ${state} --inspector-port 0 --var POST_SOURCE:sample`;
  const shell = spawn("sh", ["-c", `"${nodePath}" tools/dev.ts ${args}; echo "code $?"`], {
    cwd: root,
    env: { ...toolEnvironment(), WEB_PORT: String(webPort), npm_lifecycle_event: "dev" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(shell, "close");
  await expect.poll(() => output, { timeout: TEST_TIMEOUT_MS }).toContain(until(webPort));
  return { port, webPort, shell, closed, output: () => output };
}

/** The process id of the Vite that serves on this port's behalf: a child of tools/dev.ts below the shell. */
function viteOf(shell: number): number {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const rows = stdout.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  const dev = rows.find(([, , parent]) => Number(parent) === shell)?.[1];
  const vite = rows.find(([, , parent, args]) => parent === dev && args?.includes("vite.js"));
  return Number(vite?.[1]);
}

const isSilent = (port: number) =>
  fetch(`http://localhost:${port}/api/health`).then(
    () => false,
    () => true,
  );

test.skipIf(process.platform === "win32")(
  "a SIGTERM to npm, which ends only its shell, ends the development servers too",
  async () => {
    const { port, shell, closed } = await startDev(() => "wrangler");
    shell.kill("SIGTERM");
    // Only once every process that writes to the shell's output has ended.
    await closed;
    expect(await isSilent(port)).toBe(true);
  },
  TEST_TIMEOUT_MS,
);

test.skipIf(process.platform === "win32")(
  "where one of the development servers ends by itself, the other ends too, with an error",
  async () => {
    const { port, shell, closed, output } = await startDev((webPort) => `localhost:${webPort}`);
    process.kill(viteOf(shell.pid ?? 0), "SIGKILL");
    await closed;
    expect(output()).toMatch(/vite has ended: see the lines above\.\n[^]*code 1\n$/);
    expect(await isSilent(port)).toBe(true);
  },
  TEST_TIMEOUT_MS,
);
