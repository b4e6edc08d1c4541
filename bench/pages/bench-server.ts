import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { findBrowser } from "#tools/browser.ts";
import { root } from "#tools/files.ts";
import { startServer } from "#tools/server/test-server.ts";
import { freePort } from "#tools/server/free-port.ts";
import { startEdgeProxy } from "./edge-proxy.ts";

const STATE = "bench-state";

export interface BenchServer {
  baseUrl: string;
  stop: () => Promise<void>;
}

/** The real Worker with filled boards, behind brotli. */
export async function startBenchServer(): Promise<BenchServer> {
  const first = await startServer(STATE);
  await first.stop();
  const env = { ...process.env, UNEARTH_STATE: join(".cache", STATE) };
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/seed/seed.ts")], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The boards could not be seeded:\n${stderr}`);
  const server = await startServer(STATE, { keepsState: true });
  const proxy = await startEdgeProxy(server.baseUrl);
  const stop = async () => {
    await proxy.stop();
    await server.stop();
  };
  return { baseUrl: proxy.baseUrl, stop };
}

export async function openBrowser(): Promise<{ browser: Browser; port: number }> {
  const { path, env = {} } = await findBrowser();
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: path,
    args: [
      `--remote-debugging-port=${port}`,
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
    ],
    env: { ...process.env, ...env } as Record<string, string>,
  });
  return { browser, port };
}
