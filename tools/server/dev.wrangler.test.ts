import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "#tools/files.ts";
import { freePort } from "./free-port.ts";
import { nodePath, toolEnvironment } from "#tools/install.mjs";
import { createState } from "./test-server.ts";

/** Long, because a busy machine may need minutes; reached only by a hanging start. */
const TEST_TIMEOUT_MS = 600_000;

/** Starts the development servers under a shell, as npm does; resolves while wrangler starts. */
async function startDev() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const state = relative(root, mkdtempSync(join(root, ".cache/dev-")));
  onTestFinished(() => rmSync(join(root, state), { recursive: true, force: true }));
  await createState(state);
  const [port, webPort] = [await freePort(), await freePort()];
  const args = `--port ${port} --persist-to ${state} --inspector-port 0 --var POST_SOURCE:sample`;
  const shell = spawn("sh", ["-c", `"${nodePath}" tools/server/dev.ts ${args}; echo "code $?"`], {
    cwd: root,
    env: { ...toolEnvironment(), WEB_PORT: String(webPort), npm_lifecycle_event: "dev" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(shell, "close");
  onTestFinished(() => void shell.kill("SIGTERM"));
  await expect.poll(() => output, { timeout: TEST_TIMEOUT_MS }).toContain("wrangler");
  return { port, webPort, shell, closed, output: () => output };
}

/** Vite checks its port only once the Worker has answered, and ends if it is taken. */
async function takePort(port: number): Promise<void> {
  const server = createServer().listen(port);
  onTestFinished(() => void server.close());
  await once(server, "listening");
}

const isSilent = (port: number) =>
  fetch(`http://localhost:${port}/api/health`).then(
    () => false,
    () => true,
  );

test.skipIf(process.platform === "win32")(
  "a SIGTERM to npm, which ends only its shell, ends the development servers too",
  async () => {
    const { port, shell, closed } = await startDev();
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
    const { port, webPort, closed, output } = await startDev();
    await takePort(webPort);
    await closed;
    expect(output()).toContain(`Port ${webPort} is already in use`);
    expect(output()).toContain("vite has ended: see the lines above.\n");
    expect(output()).toContain("code 1\n");
    expect(await isSilent(port)).toBe(true);
  },
  TEST_TIMEOUT_MS,
);
