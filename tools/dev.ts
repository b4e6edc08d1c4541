import type { ChildProcess } from "node:child_process";
import { startLocalCrons, type CronTimer } from "./cron-timer.ts";
import { root } from "./files.ts";
import { holdLocalServer } from "./local-server.ts";
import { DEFAULT_PORT } from "./port-failure.ts";
import { stopTool } from "./process-group.ts";
import { readPort } from "./read-port.ts";
import { reportTrouble, waitForProcess } from "./start-wait.ts";
import { startTool, type Tool } from "./tools.ts";
import { signalEdits } from "./worker-edits.ts";

/** An empty variable counts as not set. */
const portFrom = (variable: string, usual: number): Promise<number> =>
  readPort(process.env[variable] || String(usual), { variable, usual, command: "npm run dev" });

/** The Worker reloads on its own edits; Vite serves the web app and proxies /api to the Worker. */
async function main(): Promise<void> {
  const workerPort = await portFrom("PORT", DEFAULT_PORT);
  const webPort = await portFrom("WEB_PORT", 5173);
  const api = `http://127.0.0.1:${workerPort}`;
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
  const { args, env, state } = holdLocalServer(workerPort, process.argv.slice(2));
  const worker = start("wrangler", args, { ...env, UNEARTH_WEB: "vite" });
  const isReady = await waitForProcess(worker, api, (trouble) =>
    reportTrouble(trouble, api, state),
  );
  if (isEnding) return;
  if (!isReady) throw new Error("The Worker did not start.");
  start("vite", ["web"], { API_ORIGIN: api, WEB_PORT: String(webPort) });
  crons = startLocalCrons(api);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
