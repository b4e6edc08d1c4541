import type { DrizzleD1Database } from "drizzle-orm/d1";
import { cronRun } from "#schema/db/guards.ts";
import type { JobRow } from "./watch.rules.ts";

export type JobRun = typeof cronRun.$inferInsert;

/** Keeps one row per job; the time of the last success and its outcome outlive a failure. */
export async function recordRun(db: DrizzleD1Database, run: JobRun): Promise<void> {
  const { job: _key, ...changes } = run;
  await db.insert(cronRun).values(run).onConflictDoUpdate({ target: cronRun.job, set: changes });
}

export async function readRuns(db: DrizzleD1Database): Promise<JobRow[]> {
  const { job, startedAt, succeededAt, failedAt, outcome } = cronRun;
  return db.select({ job, startedAt, succeededAt, failedAt, outcome }).from(cronRun);
}
