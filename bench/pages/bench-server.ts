import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { browserLaunchOptions, launchArgs } from "#tools/browser.ts";
import { root } from "#tools/files.ts";
import { createState, startServer } from "#tools/server/test-server.ts";
import { freePort } from "#tools/server/free-port.ts";
import { runScript } from "#tools/tools.ts";
import { startEdgeProxy } from "./edge-proxy.ts";

const STATE = "bench-state";

export interface BenchServer {
  baseUrl: string;
  stop: () => Promise<void>;
}

/** The real Worker with filled boards, behind brotli. */
export async function startBenchServer(): Promise<BenchServer> {
  const state = join(".cache", STATE);
  await createState(state);
  const env = { UNEARTH_STATE: state };
  const { ok, output } = runScript(join(root, "tools/seed/seed.ts"), [], { env });
  if (!ok) throw new Error(`The boards could not be seeded:\n${output}`);
  const server = await startServer(STATE, { keepsState: true });
  const proxy = await startEdgeProxy(server.baseUrl);
  const stop = async () => {
    await proxy.stop();
    await server.stop();
  };
  return { baseUrl: proxy.baseUrl, stop };
}

export async function openBrowser(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort();
  const browser = await chromium.launch({
    ...(await browserLaunchOptions()),
    args: [...launchArgs, `--remote-debugging-port=${port}`],
  });
  return { browser, port };
}
