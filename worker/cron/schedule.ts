import { sweepRevocations } from "#worker/admin/admin.service.ts";
import { sweepLockouts } from "#worker/auth/lockout.service.ts";
import { sweepSessions } from "#worker/auth/sessions.service.ts";
import type { Deps } from "#worker/deps.ts";
import { log } from "#worker/log.ts";

/** One idempotent piece of work; bounded in rows, so that a run never outlives its time. */
export interface Job {
  name: string;
  run(deps: Deps): Promise<void>;
}

/** Cron expressions of wrangler.toml and what each sets off. */
export const SCHEDULE: Record<string, Job[]> = {
  "*/5 * * * *": [],
  "*/15 * * * *": [],
  "7 * * * *": [sweepSessions, sweepLockouts, sweepRevocations],
  "23 3 * * *": [],
};

export async function runScheduled(cron: string, deps: Deps): Promise<void> {
  const jobs = SCHEDULE[cron] ?? Object.values(SCHEDULE).flat();
  for (const job of jobs) {
    await job.run(deps);
    log("info", "cron", { job: job.name });
  }
}
