import type { ChildProcess } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import type { HealthResponse } from "#schema/api/health.ts";
import { startLocalCrons, type CronTimer } from "./cron-timer.ts";
import { greeting } from "./greeting.ts";
import { holdLocalServer, type LocalServer } from "./local-server.ts";
import { seedFirstStart, type FirstStart } from "#tools/seed/first-start.ts";
import { stopTool } from "#tools/process-group.ts";
import { DEFAULT_PORT, portFailure, readPort } from "./port.ts";
import { watchListening } from "./listening.ts";
import { startProgress, type Progress } from "./start-progress.ts";
import { takeOption } from "#tools/take-option.ts";
import { type HealthFailure, reportHealthFailure, waitForProcess } from "./start-wait.ts";
import { startTool } from "#tools/tools.ts";
import { runMain } from "#tools/refused.ts";

const REMIND_EVERY_MS = 10_000;
/** workerd's error if another server took the port during the build. */
const ADDRESS_IN_USE = /Address already in use/;
const PORT = { variable: "PORT", defaultPort: DEFAULT_PORT, command: "npm start" };

async function greet(baseUrl: string, state: string, hasDemo: boolean): Promise<void> {
  const response = await fetch(`${baseUrl}/api/health`);
  const { source } = (await response.json()) as HealthResponse;
  console.log(greeting({ baseUrl, source, state, hasDemo }));
}

/** Holds back wrangler's output while it starts, and prints all of it on a failure. */
function followOutput({ args }: LocalServer, worker: ChildProcess, progress: Progress) {
  let held = "";
  let isShown = false;
  const show = () => {
    isShown = true;
  };
  const showAll = () => {
    if (!isShown) process.stdout.write(held);
    show();
  };
  const { readOutput, isListening } = watchListening(args, process.env["WRANGLER_LOG"]);
  const take = (chunk: Buffer) => {
    const text = chunk.toString();
    readOutput(text);
    if (isShown) return void process.stdout.write(text);
    held += text;
    progress.readOutput(text);
    // After some failed builds wrangler keeps running and waits for an edit, so the reason is printed now.
    if (stripVTControlCharacters(text).includes("[ERROR]")) showAll();
  };
  worker.stdout?.on("data", take);
  worker.stderr?.on("data", take);
  const reportFailure = (
    failure: HealthFailure,
    { baseUrl, state }: { baseUrl: string; state: string },
  ) => {
    showAll();
    reportHealthFailure(failure, baseUrl, state);
  };
  /** The reason stands below the output. */
  const reportEnd = (port: number) => {
    showAll();
    if (ADDRESS_IN_USE.test(held)) console.error(`\n${portFailure(port, "EADDRINUSE", PORT)}`);
  };
  return { show, reportFailure, reportEnd, isListening };
}

const NO_SEED: FirstStart = { isFirst: false, hasDemo: false };

async function seedUnlessRemote(
  workerUrl: string,
  state: string,
  isRemote: boolean,
  progress: Progress,
): Promise<FirstStart> {
  if (isRemote) return NO_SEED;
  const onSeed = () => progress.begin("Adding sample hearts and boards (first start only) …");
  return seedFirstStart(workerUrl, { onSeed, state });
}

function reportSeedFailure(error: unknown): FirstStart {
  console.error(`The sample hearts could not be added, all else works: ${String(error)}`);
  return NO_SEED;
}

function startWorker({ args, env }: LocalServer): ChildProcess {
  const all = [...args, "--show-interactive-dev-session=false"];
  return startTool("wrangler", all, { stdio: "pipe", env });
}

/** At a signal, and when the output is no longer read, as after `npm start | head -1`. */
function callAtEnd(end: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", end);
}

async function main(): Promise<void> {
  const { value: namedPort, rest: passedOn } = takeOption(process.argv.slice(2), "port");
  const wanted = namedPort ?? (process.env["PORT"] || String(DEFAULT_PORT));
  const port = await readPort(wanted, PORT);
  const server = holdLocalServer(port, passedOn);
  const { state, isRemote } = server;
  const baseUrl = `http://localhost:${port}`;
  const workerUrl = `http://127.0.0.1:${port}`;
  const progress = startProgress(console.log, () => performance.now());
  progress.begin("Starting wrangler …");
  const worker = startWorker(server);
  const reminder = setInterval(progress.remind, REMIND_EVERY_MS);
  const { show, reportFailure, reportEnd, isListening } = followOutput(server, worker, progress);
  let isEnding = false;
  let crons: CronTimer | null = null;
  worker.on("close", (code) => {
    if (!isEnding) reportEnd(port);
    process.exit(isEnding ? 0 : (code ?? 1));
  });
  const end = () => {
    isEnding = true;
    crons?.stop();
    void stopTool(worker);
  };
  callAtEnd(end);
  // After a signal no further step runs or reports a lost server: wrangler's exit ends this process.
  const unlessEnding = <T>(step: Promise<T>): Promise<T> =>
    step.finally(() => (isEnding ? new Promise(() => {}) : undefined));
  const onFailure = (failure: HealthFailure) => reportFailure(failure, { baseUrl, state });
  const isReady = await waitForProcess(worker, workerUrl, onFailure, isListening);
  clearInterval(reminder);
  if (!isReady || isEnding) return;
  const seeding = unlessEnding(seedUnlessRemote(workerUrl, state, isRemote, progress));
  const { isFirst, hasDemo } = await seeding.catch(reportSeedFailure);
  crons = startLocalCrons(workerUrl);
  if (isFirst) await unlessEnding(crons.firstRun);
  show();
  await unlessEnding(greet(baseUrl, state, hasDemo));
}

await runMain(main);
if (process.exitCode) process.exit();
