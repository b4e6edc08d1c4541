import type { HealthResponse } from "#schema/api/health.ts";
import { callCron } from "./cron-call.ts";
import { stateFolder } from "./migrations.ts";
import { DEFAULT_PORT } from "./port-failure.ts";
import { stopTool } from "./process-group.ts";
import { holdState } from "./state-lock.ts";
import { waitUntilHealthy } from "./start-wait.ts";
import { freePort } from "./free-port.ts";
import { startTool } from "./tools.ts";

/** Long, for a busy machine; without a server the connection is refused at once anyway. */
const HEALTH_TIMEOUT_MS = 30_000;

async function health(baseUrl: string): Promise<HealthResponse | null> {
  try {
    const answer = await fetch(`${baseUrl}/api/health`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    return (await answer.json()) as HealthResponse;
  } catch {
    return null;
  }
}

/** Uses the running server of npm start, else starts a server with the same data. */
export async function withServer<T>(work: (baseUrl: string) => Promise<T>): Promise<T> {
  const running = `http://127.0.0.1:${process.env["PORT"] || DEFAULT_PORT}`;
  // With UNEARTH_STATE set, a running server may have other data.
  const isShared = !process.env["UNEARTH_STATE"];
  if (isShared && (await health(running))?.cron) return work(running);
  if (!holdState(stateFolder))
    throw new Error(
      `Another server uses the data in ${stateFolder}. ${isShared ? "Set PORT to its port, or stop it." : "Stop it."} Then run this again.`,
    );
  const port = await freePort();
  const args = ["dev", "--port", String(port), "--inspector-port", "0"];
  const state = ["--persist-to", stateFolder, "--show-interactive-dev-session=false"];
  const child = startTool("wrangler", [...args, ...state], { stdio: "pipe" });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    if (await waitUntilHealthy(child, baseUrl)) return await work(baseUrl);
    throw new Error(
      `The server ended, or did not answer within a minute. Run npm start in another terminal, then this again.\n${lines.join("")}`,
    );
  } finally {
    await stopTool(child);
  }
}

async function readJobNames(baseUrl: string): Promise<string[]> {
  const answer = await health(baseUrl);
  if (!answer?.cron) throw new Error(`${baseUrl}/api/health names no jobs`);
  return Object.keys(answer.cron);
}

async function run(baseUrl: string, job: string): Promise<string> {
  await callCron(baseUrl, job);
  const succeededAt = (await health(baseUrl))?.cron[job];
  return `${job}: done at ${succeededAt ?? "an unknown time"}`;
}

/** Runs the named jobs, or all, one after the other; returns a line about each. An unknown name runs none. */
export async function runJobs(baseUrl: string, jobs: readonly string[]): Promise<string[]> {
  const known = await readJobNames(baseUrl);
  const unknown = jobs.find((job) => !known.includes(job));
  if (unknown !== undefined) throw new Error(`There is no job "${unknown}": ${known.join(", ")}`);
  const lines: string[] = [];
  for (const job of jobs.length > 0 ? jobs : known) lines.push(await run(baseUrl, job));
  return lines;
}

if (import.meta.main) {
  try {
    const jobs = process.argv.slice(2);
    console.log((await withServer((baseUrl) => runJobs(baseUrl, jobs))).join("\n"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
