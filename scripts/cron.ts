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
  const succeededAt = (await health(baseUrl))?.cron[job];
  return `${job}: done at ${succeededAt ?? "an unknown time"}`;
}

/** Runs jobs of the local Worker now, one after the other; says when each succeeded. */
export function runJobs(jobs: readonly string[]): Promise<string[]> {
  return withServer(async (baseUrl) => {
    const lines: string[] = [];
    for (const job of jobs) lines.push(await run(baseUrl, job));
    return lines;
  });
}

if (import.meta.main) {
  try {
    const jobs = process.argv.slice(2);
    console.log((await runJobs(jobs.length > 0 ? jobs : [""])).join("\n"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
