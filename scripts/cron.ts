import type { HealthResponse } from "#schema/api/health.ts";
import { stateFolder } from "./migrations.ts";
import { freePort, isHealthy, startTool, stopTool } from "./tools.ts";

async function health(baseUrl: string): Promise<HealthResponse | null> {
  try {
    const answer = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.timeout(3000) });
    return (await answer.json()) as HealthResponse;
  } catch {
    return null;
  }
}

/** The server of npm start where one runs, else one of our own over the same data for this one run. */
async function withServer<T>(work: (baseUrl: string) => Promise<T>): Promise<T> {
  const running = `http://127.0.0.1:${process.env["PORT"] || 8787}`;
  if ((await health(running))?.cron) return work(running);
  const port = await freePort();
  if (port === null) throw new Error("No port is free on 127.0.0.1");
  const args = ["dev", "--port", String(port), "--inspector-port", "0"];
  const state = ["--persist-to", stateFolder, "--show-interactive-dev-session=false"];
  const child = startTool("wrangler", [...args, ...state], { stdio: "pipe" });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    if (await isHealthy(baseUrl, child)) return await work(baseUrl);
    throw new Error(`The server did not start:\n${lines.join("")}`);
  } finally {
    await stopTool(child);
  }
}

async function run(baseUrl: string, job: string): Promise<string> {
  const jobs = Object.keys((await health(baseUrl))?.cron ?? {});
  if (!jobs.includes(job)) throw new Error(`There is no job "${job}": ${jobs.join(", ")}`);
  const address = `${baseUrl}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(job)}&format=json`;
  const answer = (await (await fetch(address)).json()) as { outcome: string };
  if (answer.outcome !== "ok") throw new Error(`${job} failed: the server's log says why`);
  return (await health(baseUrl))?.cron[job] ?? "never";
}

/** Runs one job of the local Worker now; the time of its success, as health shows it. */
export const runCron = (job: string): Promise<string> => withServer((baseUrl) => run(baseUrl, job));

if (import.meta.main) {
  const job = process.argv[2] ?? "";
  try {
    console.log(`${job}: done at ${await runCron(job)}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
