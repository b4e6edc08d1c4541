import type { Deps } from "#worker/deps.ts";
import { removeDeletedAccounts } from "#worker/account/account.service.ts";
import { backUp } from "#worker/backups/backups.service.ts";
import { planVerification } from "#worker/hearts/unverified.service.ts";
import { promoteAndRank, recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { copyRemovals } from "#worker/removals/removal-list.service.ts";
import type { RecheckRun } from "#worker/targets/recheck.rules.ts";
import { countTargets } from "#worker/targets/target-figures.store.ts";
import { recheckTargets } from "#worker/targets/recheck.service.ts";
import { postAlerts } from "#worker/watch/alerts.service.ts";
import { watchSource } from "#worker/watch/source-watch.service.ts";
import type { JobPeriods } from "#worker/watch/watch.rules.ts";
import { periodOf } from "./period.ts";
import type { ExpiringRows } from "./sweep.store.ts";
import { sweepExpired } from "./sweep.ts";

/** Jobs are idempotent, and bounded in rows so that a run stays within the platform's limits. */
export interface Job {
  name: string;
  /** The result is recorded as the run's outcome, an object as JSON, so it must not hold personal data. */
  run(deps: Deps): Promise<object | string | void>;
}

const sweep = (name: ExpiringRows): Job => ({
  name,
  run: (deps) => sweepExpired(deps, name),
});

/** Recomputes the boards at once if a target was emptied, instead of with the next snapshot. */
async function recheckAndRank(deps: Deps): Promise<RecheckRun> {
  const run = await recheckTargets(deps, planVerification);
  if (run.removed > 0) await recomputeBoards(deps);
  return run;
}

/** wrangler.toml has the same cron expressions; a test compares them. */
export const SCHEDULE: Record<string, Job[]> = {
  "* * * * *": [
    { name: "recheck", run: recheckAndRank },
    { name: "source", run: watchSource },
  ],
  "*/5 * * * *": [
    { name: "leaderboard", run: promoteAndRank },
    { name: "deleted_accounts", run: removeDeletedAccounts },
    { name: "removals", run: copyRemovals },
    // Every failed login writes some, which expire within 15 minutes.
    sweep("lockouts"),
    // Last: after an outage the jobs before it are late until they have run.
    { name: "alerts", run: (deps) => postAlerts(deps, JOB_PERIODS) },
  ],
  "7 * * * *": [
    sweep("sessions"),
    sweep("known_addresses"),
    sweep("admin_revocations"),
    sweep("badges"),
    { name: "target_counts", run: ({ db }) => countTargets(db) },
  ],
  // Alone, because a run may use most of the statements that the platform allows per invocation.
  "37 * * * *": [{ name: "backup", run: backUp }],
};

export const JOBS: Job[] = Object.values(SCHEDULE).flat();

export const JOB_PERIODS: JobPeriods = Object.fromEntries(
  Object.entries(SCHEDULE).flatMap(([cron, jobs]) =>
    jobs.map(({ name }) => [name, periodOf(cron)]),
  ),
);
