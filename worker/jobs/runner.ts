import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log, withLogFields } from "#worker/log.ts";
import { recordRun, type JobRun } from "#worker/watch/runs.store.ts";
import { forgetStatus } from "#worker/watch/watch.service.ts";
import { JOB_PERIODS, JOBS, SCHEDULE, type Job } from "./schedule.ts";

/** Takes a cron expression or a job's name (npm run cron); an empty string is every job. */
function findJobs(cron: string): Job[] {
  return SCHEDULE[cron] ?? JOBS.filter(({ name }) => name === cron || cron === "");
}

/** The error's code or name, never its text. */
const nameOf = (error: unknown): string => {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "unknown";
};

async function record(deps: Deps, run: JobRun): Promise<void> {
  try {
    await recordRun(deps.db, run);
    forgetStatus(deps);
  } catch (error) {
    log("error", "cron_record", { job: run.job, ...errorFields(error) });
  }
}

/** Its log lines carry the job's name, one id for the run, and the place that runs it. */
function runJob(job: Job, deps: Deps): Promise<unknown> {
  const { clock, colo } = deps;
  const requestId = clock.uuid();
  const startedAt = clock.now();
  const fields = () => ({ requestId, job: job.name, ms: clock.now() - startedAt, colo: colo() });
  return withLogFields(fields, () => runAndRecord(job, deps));
}

/** Returns the job's error, null if it succeeded. */
async function runAndRecord(job: Job, deps: Deps): Promise<unknown> {
  const startedAt = new Date(deps.clock.now());
  const { failure, outcome } = await job.run(deps, JOB_PERIODS).then(
    (result) => ({ failure: null, outcome: typeof result === "string" ? result : null }),
    (error: unknown) => ({ failure: error, outcome: null }),
  );
  const endedAt = new Date(deps.clock.now());
  const isSuccess = failure === null;
  log(isSuccess ? "info" : "error", "cron", {
    ...(outcome === null ? {} : { outcome }),
    ...(isSuccess ? {} : errorFields(failure)),
  });
  await record(deps, {
    job: job.name,
    startedAt,
    ...(isSuccess
      ? { succeededAt: endedAt, error: null, outcome }
      : { failedAt: endedAt, error: nameOf(failure) }),
  });
  return failure;
}

/** A failing job does not stop the others; its error is thrown at the end, for the platform's record. */
export async function runScheduled(cron: string, deps: Deps): Promise<void> {
  const jobs = findJobs(cron);
  if (jobs.length === 0) throw new Error(`No job runs at "${cron}", and none is called that`);
  const failures: unknown[] = [];
  for (const job of jobs) failures.push(await runJob(job, deps));
  const failure = failures.find((one) => one !== null);
  if (failure !== undefined) throw failure;
}
