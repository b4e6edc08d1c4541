import type { DrizzleD1Database } from "drizzle-orm/d1";
import { cronRun } from "#schema/db/guards.ts";

export interface Run {
  job: string;
  startedAt: Date;
  succeededAt?: Date;
  failedAt?: Date;
  /** The error's code or name, never its text; null clears it. */
  error: string | null;
}

/** One row a job; the time of the last success outlives a failure. */
export async function noteRun(db: DrizzleD1Database, run: Run): Promise<void> {
  const { job: _key, ...changes } = run;
  await db.insert(cronRun).values(run).onConflictDoUpdate({ target: cronRun.job, set: changes });
}

export async function readRuns(db: DrizzleD1Database) {
  return db.select({ job: cronRun.job, succeededAt: cronRun.succeededAt }).from(cronRun);
}
