import type { HealthResponse } from "#schema/api/health.ts";
import { callCron } from "./cron-call.ts";
import { withLocalDatabase } from "./local-database.ts";
import { endWithNpm } from "#tools/end-with-parent.mjs";
import { stateFolder } from "#tools/migrations.ts";
import { DEFAULT_PORT } from "./port.ts";
import { stopTool } from "#tools/process-group.ts";
import { holdState } from "./state-lock.ts";
import { waitUntilHealthy } from "./start-wait.ts";
import { startDev } from "./start-dev.ts";
import { Refused, runMain, ServerFailed } from "#tools/refused.ts";

/** Long, for a busy machine; without a server the connection is refused at once anyway. */
const HEALTH_TIMEOUT_MS = 30_000;
/** The job that computes the boards. */
export const BOARDS = "leaderboard";

type Work<T> = (baseUrl: string) => Promise<T>;

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

/**
 * Runs a job by the server and looks for it in the database: a server that was started over another state folder, or in
 * another clone, would compute its boards from other hearts.
 */
async function refuseOtherDatabase(baseUrl: string): Promise<void> {
  const before = Date.now();
  await runJobs(baseUrl, [BOARDS]);
  const run = withLocalDatabase(stateFolder, (database) =>
    database.prepare("select succeeded_at as at from cron_run where job = ?").get(BOARDS),
  );
  if (Number(run?.["at"] ?? 0) >= before) return;
  throw new Refused(
    `The server at ${baseUrl} has another database than ${stateFolder}: stop it, or run this again with PORT=${new URL(baseUrl).port} and UNEARTH_STATE set to the folder it was started with.`,
  );
}

/** Starts a server with the local data for the time of `work`; a failure has its log, which nothing else shows. */
async function withOwnServer<T>(work: Work<T>): Promise<T> {
  const { child, port, output } = await startDev(stateFolder, {});
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    if (await waitUntilHealthy(child, baseUrl)) return await work(baseUrl);
    throw new ServerFailed(
      "The server ended, or did not answer within a minute. Run npm start in another terminal, then this again.",
    );
  } catch (error) {
    if (error instanceof Refused && !(error instanceof ServerFailed)) throw error;
    // The last lines come with its end.
    await stopTool(child);
    console.error(output());
    throw error;
  } finally {
    await stopTool(child);
  }
}

interface ServerNeeds {
  /** The work uses the database beside the server. */
  usesDatabase?: boolean;
}

/** Uses the running server of npm start, else starts a server with the same data. */
export async function withServer<T>(
  work: Work<T>,
  { usesDatabase = false }: ServerNeeds = {},
): Promise<T> {
  const { PORT: port, UNEARTH_STATE: namedState } = process.env;
  const running = `http://127.0.0.1:${port || DEFAULT_PORT}`;
  // With UNEARTH_STATE alone, the server on the usual port may have other data.
  if ((port || !namedState) && (await health(running))?.cron) {
    if (usesDatabase || namedState) await refuseOtherDatabase(running);
    return work(running);
  }
  if (holdState(stateFolder)) return withOwnServer(work);
  throw new Refused(
    `Another server uses the data in ${stateFolder}. Set PORT to its port, or stop it. Then run this again.`,
  );
}

async function readJobNames(baseUrl: string): Promise<string[]> {
  const answer = await health(baseUrl);
  if (!answer?.cron) throw new ServerFailed(`${baseUrl}/api/health names no jobs`);
  return Object.keys(answer.cron);
}

async function run(baseUrl: string, job: string): Promise<string> {
  await callCron(baseUrl, job);
  const succeededAt = (await health(baseUrl))?.cron[job];
  return `${job}: done at ${succeededAt ?? "an unknown time"}`;
}

/** Runs the named jobs, or all, one after the other, with a line about each. An unknown name runs none. */
export async function runJobs(
  baseUrl: string,
  jobs: readonly string[],
  print: (line: string) => void = () => {},
): Promise<void> {
  const known = await readJobNames(baseUrl);
  const unknown = jobs.find((job) => !known.includes(job));
  if (unknown !== undefined) throw new Refused(`There is no job "${unknown}": ${known.join(", ")}`);
  for (const job of jobs.length > 0 ? jobs : known) print(await run(baseUrl, job));
}

if (import.meta.main) {
  endWithNpm();
  const jobs = process.argv.slice(2);
  await runMain(() => withServer((baseUrl) => runJobs(baseUrl, jobs, console.log)));
}
