import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { bindingFailure } from "#worker/lib/guarded.ts";
import { errorFields, type LogFields, log, logFailure, withLogFields } from "#worker/lib/log.ts";
import { recordRun } from "#worker/watch/runs.store.ts";
import { forgetStatus } from "#worker/watch/watch.service.ts";
import { JOBS, SCHEDULE, type Job } from "./schedule.ts";

/** `cron` is a cron expression, or a job's name from npm run cron; empty selects all jobs. */
function findJobs(cron: string): Job[] {
  return SCHEDULE[cron] ?? JOBS.filter(({ name }) => name === cron || cron === "");
}

/** Only a binding's message, which has no bound values: others can hold personal data. */
function describeError(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const failure = bindingFailure(error);
  if (failure) return `${failure.dependency}: ${failure.message}`;
  return error instanceof Error ? error.name : "unknown";
}

/** A function of its own: a closure in `runJob` would hold `deps` too (see `withLogFields`). */
function fieldsOf({ name }: Job, { clock, colo }: Deps): () => LogFields {
  const requestId = clock.uuid();
  const startedAt = clock.now();
  return () => ({ requestId, job: name, ms: clock.now() - startedAt, colo: colo() });
}

const runJob = (job: Job, deps: Deps): Promise<boolean> =>
  withLogFields(fieldsOf(job, deps), () => runAndRecord(job, deps));

/** Returns whether the job succeeded. */
async function runAndRecord(job: Job, deps: Deps): Promise<boolean> {
  const startedAt = new Date(deps.clock.now());
  const { failure, outcome } = await job.run(deps).then(
    (result) => ({
      failure: null,
      outcome: typeof result === "object" ? JSON.stringify(result) : (result ?? null),
    }),
    (error: unknown) => ({ failure: error, outcome: null }),
  );
  const endedAt = new Date(deps.clock.now());
  const isSuccess = failure === null;
  log(isSuccess ? "info" : "error", "cron", {
    ...(outcome === null ? {} : { outcome }),
    ...(isSuccess ? {} : errorFields(failure)),
  });
  const run = isSuccess
    ? { succeededAt: endedAt, error: null, outcome }
    : { failedAt: endedAt, error: describeError(failure) };
  await recordRun(deps.db, { job: job.name, startedAt, ...run })
    .then(() => forgetStatus(deps))
    .catch(logFailure("cron_record", "error"));
  return isSuccess;
}

/**
 * Runs all jobs even if one fails, then throws, so that the platform records a failure. The platform logs what is
 * thrown with its message, so it is none of the jobs' errors.
 */
export async function runScheduled(cron: string, deps: Deps): Promise<void> {
  const jobs = findJobs(cron);
  if (jobs.length === 0) throw new Error(`No job runs at "${cron}", and none is called that`);
  const failed: string[] = [];
  for (const job of jobs) if (!(await runJob(job, deps))) failed.push(job.name);
  if (failed.length > 0) throw new Error(`Failed jobs: ${failed.join(", ")}`);
}
