import type { DrizzleD1Database } from "drizzle-orm/d1";
import { cronRun } from "#schema/db/cron-runs.ts";
import type { JobRow } from "./watch.rules.ts";

export type JobRun = typeof cronRun.$inferInsert;

/** One row per job. A failure keeps the time and outcome of the last success. */
export async function recordRun(db: DrizzleD1Database, run: JobRun): Promise<void> {
  const { job: _key, ...changes } = run;
  await db.insert(cronRun).values(run).onConflictDoUpdate({ target: cronRun.job, set: changes });
}

export async function readRuns(db: DrizzleD1Database): Promise<JobRow[]> {
  const { job, startedAt, succeededAt, failedAt, outcome } = cronRun;
  return db.select({ job, startedAt, succeededAt, failedAt, outcome }).from(cronRun);
}
