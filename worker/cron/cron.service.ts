import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/log.ts";
import { noteRun, readRuns } from "./cron.store.ts";
import type { Job } from "./job.ts";
import { JOBS, SCHEDULE } from "./schedule.ts";

/** By the expression that fired, or by a job's name (npm run cron); neither: everything. */
function jobsFor(cron: string): Job[] {
  return SCHEDULE[cron] ?? JOBS.filter(({ name }) => name === cron || cron === "");
}

const nameOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "unknown";
};

async function runJob(job: Job, deps: Deps): Promise<unknown> {
  const startedAt = new Date(deps.clock.now());
  let failure: unknown = null;
  try {
    await job.run(deps);
  } catch (error) {
    failure = error;
  }
  const endedAt = new Date(deps.clock.now());
  const level = failure === null ? "info" : "error";
  log(level, "cron", {
    job: job.name,
    ms: endedAt.getTime() - startedAt.getTime(),
    ...(failure === null ? {} : errorFields(failure)),
  });
  const run = { job: job.name, startedAt };
  try {
    await noteRun(
      deps.db,
      failure === null
        ? { ...run, succeededAt: endedAt, error: null }
        : { ...run, failedAt: endedAt, error: nameOf(failure) },
    );
  } catch (error) {
    log("error", "cron_record", { job: job.name, ...errorFields(error) });
  }
  return failure;
}

/** One job's failure does not keep the others from their work, but the platform hears of it. */
export async function runScheduled(cron: string, deps: Deps): Promise<void> {
  const jobs = jobsFor(cron);
  if (jobs.length === 0) throw new Error(`No job runs at "${cron}", and none is called that`);
  const failures: unknown[] = [];
  for (const job of jobs) failures.push(await runJob(job, deps));
  const failure = failures.find((one) => one !== null);
  if (failure !== undefined) throw failure;
}

/** Each job's last success; null: never since the database was made. */
export async function lastSuccesses({
  db,
}: Pick<Deps, "db">): Promise<Record<string, Date | null>> {
  const runs = await readRuns(db);
  return Object.fromEntries(
    JOBS.map(({ name }) => [name, runs.find(({ job }) => job === name)?.succeededAt ?? null]),
  );
}
