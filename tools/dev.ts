import { startLocalCrons } from "./cron-timer.ts";
import { root } from "./files.ts";
import { waitForProcess } from "./start-wait.ts";
import { freePort, startTool, stopTool } from "./tools.ts";
import { signalEdits } from "./worker-edits.ts";

const WORKER_PORT = Number(process.env["PORT"] ?? 8787);
const WEB_PORT = Number(process.env["WEB_PORT"] ?? 5173);

/** The Worker reloads on its own edits; Vite serves the web app and proxies /api to the Worker. */
async function main(): Promise<void> {
  for (const port of [WORKER_PORT, WEB_PORT])
    if ((await freePort(port)) === null)
      throw new Error(`Port ${port} is taken: stop what uses it, or set PORT and WEB_PORT.`);
  const api = `http://127.0.0.1:${WORKER_PORT}`;
  const passedOn = process.argv.slice(2);
  const stopSignals = signalEdits(root);
  const worker = startTool("wrangler", ["dev", "--port", String(WORKER_PORT), ...passedOn], {
    stdio: "inherit",
    env: { UNEARTH_WEB: "vite" },
  });
  const isReady = await waitForProcess(worker, api, () =>
    console.error(`The Worker runs, but ${api}/api/health names something that is down.`),
  );
  if (!isReady) throw new Error("The Worker did not start.");
  const web = startTool("vite", ["web"], {
    stdio: "inherit",
    env: { API_ORIGIN: api, WEB_PORT: String(WEB_PORT) },
  });
  const crons = startLocalCrons(api);
  const stop = () => {
    crons.stop();
    stopSignals();
    void Promise.all([stopTool(worker), stopTool(web)]);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  for (const child of [worker, web]) child.on("exit", stop);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
