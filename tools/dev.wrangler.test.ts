import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./files.ts";
import { freePort } from "./free-port.ts";
import { nodePath, toolEnvironment } from "./install.mjs";

/** Long, because a busy machine may need minutes; reached only by a hanging start. */
const TEST_TIMEOUT_MS = 600_000;

/** Starts the development servers under a shell, as npm does; resolves once Vite names its address. */
async function startDev() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/dev-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [port, webPort] = [await freePort(), await freePort()];
  const args = `--port ${port} --persist-to ${relative(root, folder)} --inspector-port 0 --var POST_SOURCE:sample`;
  const shell = spawn("sh", ["-c", `"${nodePath}" tools/dev.ts ${args}; echo "code $?"`], {
    cwd: root,
    env: { ...toolEnvironment(), WEB_PORT: String(webPort), npm_lifecycle_event: "dev" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(shell, "close");
  await expect.poll(() => output, { timeout: TEST_TIMEOUT_MS }).toContain(`localhost:${webPort}`);
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
    const { port, webPort, shell, closed } = await startDev();
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
    shell.kill("SIGTERM");
    await closed;
    expect([await isSilent(port), await isSilent(webPort)]).toEqual([true, true]);
  },
  TEST_TIMEOUT_MS,
);

test.skipIf(process.platform === "win32")(
  "where one of the development servers ends by itself, the other ends too, with an error",
  async () => {
    const { port, shell, closed, output } = await startDev();
    process.kill(viteOf(shell.pid ?? 0), "SIGKILL");
    await closed;
    expect(output()).toMatch(/vite has ended: see the lines above\.\n[^]*code 1\n$/);
    expect(await isSilent(port)).toBe(true);
  },
  TEST_TIMEOUT_MS,
);
