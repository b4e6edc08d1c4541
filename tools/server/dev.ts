import type { ChildProcess } from "node:child_process";
import { startLocalCrons, type CronTimer } from "./cron-timer.ts";
import { root } from "#tools/files.ts";
import { endWithNpm } from "#tools/end-with-parent.mjs";
import { holdLocalServer } from "./local-server.ts";
import { DEFAULT_PORT, readPort } from "./port.ts";
import { stopTool } from "#tools/process-group.ts";
import { reportHealthFailure, waitForProcess } from "./start-wait.ts";
import { takeOption } from "#tools/take-option.ts";
import { startTool, type Tool } from "#tools/tools.ts";
import { signalEdits } from "./worker-edits.ts";
import { Refused, runMain } from "#tools/refused.ts";

const DEFAULT_WEB_PORT = 5173;

/** An empty variable counts as not set. */
const portFrom = (
  text: string | undefined,
  variable: string,
  defaultPort: number,
): Promise<number> =>
  readPort(text || String(defaultPort), { variable, defaultPort, command: "npm run dev" });

/** Returns the ports and the arguments for wrangler. */
async function readArguments(args: readonly string[]) {
  const { value: namedPort, rest } = takeOption(args, "port");
  const { PORT, WEB_PORT } = process.env;
  const workerPort = await portFrom(namedPort ?? PORT, "PORT", DEFAULT_PORT);
  const webPort = await portFrom(WEB_PORT, "WEB_PORT", DEFAULT_WEB_PORT);
  if (workerPort === webPort)
    throw new Refused(
      `The Worker and Vite need a port each, and both have ${webPort}. Choose another one:\n` +
        `  WEB_PORT=${webPort === DEFAULT_WEB_PORT ? webPort + 1 : DEFAULT_WEB_PORT} npm run dev`,
    );
  return { workerPort, webPort, rest };
}

/** The Worker reloads on its own edits; Vite serves the web app and proxies /api to the Worker. */
async function main(): Promise<void> {
  endWithNpm();
  const { workerPort, webPort, rest } = await readArguments(process.argv.slice(2));
  const api = `http://127.0.0.1:${workerPort}`;
  const stopSignals = signalEdits(root);
  const tools: ChildProcess[] = [];
  let crons: CronTimer | null = null;
  let isEnding = false;
  const stop = () => {
    isEnding = true;
    crons?.stop();
    stopSignals();
    void Promise.all(tools.map(stopTool));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const start = (tool: Tool, args: string[], env: Record<string, string>) => {
    const child = startTool(tool, args, { stdio: "inherit", env });
    child.on("exit", () => {
      if (isEnding) return;
      console.error(`${tool} has ended: see the lines above.`);
      process.exitCode = 1;
      stop();
    });
    tools.push(child);
    return child;
  };
  const { args, env, state } = holdLocalServer(workerPort, rest);
  const worker = start("wrangler", args, { ...env, UNEARTH_WEB: "vite" });
  const isReady = await waitForProcess(worker, api, (failure) =>
    reportHealthFailure(failure, api, state),
  );
  if (!isReady || isEnding) return;
  start("vite", ["web"], { API_ORIGIN: api, WEB_PORT: String(webPort) });
  crons = startLocalCrons(api);
}

await runMain(main);
// A server that has started would keep this process.
if (process.exitCode) process.exit();
