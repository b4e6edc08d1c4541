import type { SourceName } from "./search.ts";

/** A reason makes health a 503. docs/operations.md has the remedies. */
export type HealthReason =
  | "d1_down"
  | "d1_filling"
  | "kv_down"
  | "cron_late"
  | "source_blocked"
  | "source_saturated"
  | "source_unavailable"
  | "recheck_behind"
  | "configuration";

/** Needs no immediate action; health stays 200. */
export type Degradation =
  /** In development only, because `wrangler dev` fires no crons; elsewhere a reason. */
  | "cron_late"
  /** In development, and in a version's first six hours; then a reason. */
  | "recheck_behind"
  /** The last run of a job failed; its last success is recent. */
  | "cron_failed"
  /**
   * Unless the archive stands in and answers, `source_blocked` and `source_saturated` are reasons instead after ten
   * minutes, and `source_unavailable` after an hour where the source is Reddit.
   */
  | "source_blocked"
  | "source_saturated"
  | "source_unavailable"
  /** For ten minutes the call budget has had no calls for addresses without cached answers (decision 070). */
  | "newcomers_refused"
  /** The call budget refused every call of the last re-check. */
  | "recheck_refused"
  /** The source denied every user of the last re-check and the brand's example name: no deletion was taken over. */
  | "recheck_doubted"
  /** No bucket is bound: there are no daily backups. */
  | "backup_off"
  /** The last alert could not be posted, or ALERT_WEBHOOK_URL is no https address. */
  | "alert_webhook";

/** Numbers of targets; `calls` are upstream calls, each for one user or up to a hundred posts. */
export interface RecheckFigures {
  /** Without the second call that verifies a doubtful answer (decision 084). */
  calls: number;
  asked: number;
  answered: number;
  /** Targets of the call that the call budget refused, which ends the run. */
  refused: number;
  /** Emptied because the source deleted them; not removals at request. */
  removed: number;
}

export interface HealthResponse {
  /** `ok` with 200, `degraded` with 503. */
  status: "ok" | "degraded";
  version: string;
  /** The git commit of the running version; null unless `npm run deploy` deployed it. A deploy waits for its own. */
  commit: string | null;
  source: SourceName | "none";
  d1: "ok" | "down";
  kv: "ok" | "down";
  /** Names of dependencies that are down. */
  down: string[];
  /** Each cron job's last success, ISO or null. */
  cron: Record<string, string | null>;
  /** Each cron job's last start, ISO or null. */
  runs: Record<string, string | null>;
  /** Why the status is 503; empty with 200. */
  reasons: HealthReason[];
  degraded: Degradation[];
  /** The late jobs of `cron_late`. */
  lateJobs: string[];
  recheck: {
    /** The last successful run; null before the first. */
    lastRun: RecheckFigures | null;
    /** The last check of the longest unchecked target, ISO; null without targets. */
    oldestCheckedAt: string | null;
  };
}
