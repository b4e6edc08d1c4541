import type { SourceName } from "./posts.ts";

/** A reason for an operator to act; each makes health a 503. docs/operations.md says what to do about each. */
export type HealthReason =
  | "d1_down"
  | "kv_down"
  | "cron_late"
  | "source_blocked"
  | "source_saturated"
  | "recheck_behind"
  | "configuration";

/** A degradation that needs no immediate action; health stays 200. */
export type Degradation =
  /** In development alone, where nothing fires the crons of `wrangler dev`; elsewhere both are reasons. */
  | "cron_late"
  | "recheck_behind"
  /** The last run of a job failed; its last success is recent. */
  | "cron_failed"
  /** For less than ten minutes. */
  | "source_blocked"
  | "source_saturated"
  | "source_unavailable"
  /** The call budget left the last run of the re-check no call. */
  | "recheck_refused"
  /** The last alert could not be posted, or ALERT_WEBHOOK_URL is no https address. */
  | "alert_webhook";

/** What a run of the re-check asked the source about; a call asks about one user or up to a hundred posts. */
export interface RecheckFigures {
  calls: number;
  asked: number;
  answered: number;
  /** Left unasked by the call that the call budget refused. */
  refused: number;
  removed: number;
}

export interface HealthResponse {
  /** `ok` with 200, `degraded` with 503. */
  status: "ok" | "degraded";
  version: string;
  /** Of which the running version was made; null in development. A deploy waits until its own answers. */
  commit: string | null;
  source: SourceName | "none";
  d1: "ok" | "down";
  kv: "ok" | "down";
  /** What is down, by name; empty when all is well. */
  down: string[];
  /** Each cron job's last success, ISO or null. */
  cron: Record<string, string | null>;
  /** Each cron job's last start, ISO or null. */
  runs: Record<string, string | null>;
  /** Why the status is 503; empty with 200. */
  reasons: HealthReason[];
  degraded: Degradation[];
  /** The jobs that `cron_late` is about. */
  lateJobs: string[];
  recheck: {
    /** Of the last successful run; null before the first. */
    lastRun: RecheckFigures | null;
    /** When the longest unchecked target was last checked, ISO; null where none is stored. */
    oldestCheckedAt: string | null;
  };
}
