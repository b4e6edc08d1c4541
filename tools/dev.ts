import type { ChildProcess } from "node:child_process";
import { startLocalCrons, type CronTimer } from "./cron-timer.ts";
import { root } from "./files.ts";
import { stopTool } from "./process-group.ts";
import { waitForProcess } from "./start-wait.ts";
import { freePort, startTool, type Tool } from "./tools.ts";
import { signalEdits } from "./worker-edits.ts";

const WORKER_PORT = Number(process.env["PORT"] ?? 8787);
const WEB_PORT = Number(process.env["WEB_PORT"] ?? 5173);

/** The Worker reloads on its own edits; Vite serves the web app and proxies /api to the Worker. */
async function main(): Promise<void> {
  for (const port of [WORKER_PORT, WEB_PORT])
    if ((await freePort(port)) === null)
      throw new Error(`Port ${port} is taken: stop what uses it, or set PORT and WEB_PORT.`);
  const api = `http://127.0.0.1:${WORKER_PORT}`;
  const stopSignals = signalEdits(root);
  const tools: ChildProcess[] = [];
  let crons: CronTimer | null = null;
  let isEnding = false;
  const stop = () => {
    crons?.stop();
    stopSignals();
    void Promise.all(tools.map(stopTool));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      isEnding = true;
      stop();
    });
  const start = (tool: Tool, args: string[], env: Record<string, string>) => {
    const child = startTool(tool, args, { stdio: "inherit", env });
    child.on("exit", stop);
    tools.push(child);
    return child;
  };
  const workerArgs = ["dev", "--port", String(WORKER_PORT), ...process.argv.slice(2)];
  const worker = start("wrangler", workerArgs, { UNEARTH_WEB: "vite" });
  const isReady = await waitForProcess(worker, api, () =>
    console.error(`The Worker runs, but ${api}/api/health names something that is down.`),
  );
  if (isEnding) return;
  if (!isReady) throw new Error("The Worker did not start.");
  start("vite", ["web"], { API_ORIGIN: api, WEB_PORT: String(WEB_PORT) });
  crons = startLocalCrons(api);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
