import type { HealthResponse } from "#schema/api/health.ts";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { behindAfterMs, type RecheckRun } from "#worker/targets/recheck.rules.ts";
import { parseJson } from "#schema/parse-json.ts";

/** Milliseconds between runs, by job name. */
export type JobPeriods = Record<string, number>;

export interface JobRow {
  job: string;
  startedAt: Date;
  succeededAt: Date | null;
  failedAt: Date | null;
  outcome: string | null;
}

export type SourceState = "ok" | "blocked" | "saturated" | "unavailable";

/** The recorded outcome of the job `source`. */
export interface SourceOutcome {
  state: SourceState;
  /** Beginning of the state, in epoch milliseconds. */
  since: number;
  /** When the state was last observed. */
  seenAt: number;
  probedAt: number;
  /** Of the archive behind Reddit; missing until it is first asked. */
  archive?: ArchiveOutcome | undefined;
  /** Since when the call budget refuses newcomers; missing while it does not. */
  newcomers?: Refusal | undefined;
}

export type Refusal = Pick<SourceOutcome, "since" | "seenAt">;

export interface ArchiveOutcome {
  probedAt: number;
  /** 0 if it never answered. */
  answeredAt: number;
}

/** The recorded outcome of a job's last successful run. */
export function readOutcome<T>(runs: readonly JobRow[], job: string): T | null {
  const text = runs.find((run) => run.job === job)?.outcome;
  return text ? ((parseJson(text) ?? null) as T | null) : null;
}

export interface Facts {
  now: number;
  /** When the deployment began. */
  startedAt: number;
  /** false in development: `wrangler dev` fires no cron. */
  hasCrons: boolean;
  periods: JobPeriods;
  /** null if the database does not answer. */
  runs: JobRow[] | null;
  oldestCheckedAt: number | null;
  /** The database's size; null if it does not answer. */
  databaseBytes: number | null;
  kvWorks: boolean;
  isConfigured: boolean;
  /** The archive is asked while Reddit fails; `source` records whether it answers. */
  hasFallback: boolean;
  /** The source is Reddit: the operator can let the archive stand in. */
  isReddit: boolean;
  hasBackups: boolean;
  hasBrokenWebhook: boolean;
}

export type Assessment = Pick<HealthResponse, "reasons" | "degraded" | "lateJobs" | "recheck">;

/** Cron triggers are sometimes minutes late, and a changed one takes up to a quarter of an hour. */
const SHORTEST_LATENESS_MS = 10 * MINUTE_MS;
const START_GRACE_MS = 15 * MINUTE_MS;
const MISSED_PERIODS = 3;

/** Jobs without a success for three periods. A deployment counts as a success of each job. */
function lateJobs({ now, startedAt, periods }: Facts, runs: readonly JobRow[]): string[] {
  if (now - startedAt <= START_GRACE_MS) return [];
  return Object.entries(periods).flatMap(([job, period]) => {
    const succeededAt = runs.find((run) => run.job === job)?.succeededAt?.getTime() ?? 0;
    const age = now - Math.max(succeededAt, startedAt);
    return age > Math.max(MISSED_PERIODS * period, SHORTEST_LATENESS_MS) ? [job] : [];
  });
}

const hasFailed = ({ failedAt, succeededAt }: JobRow): boolean =>
  failedAt !== null && failedAt.getTime() > (succeededAt?.getTime() ?? 0);

/** Gives a restored database, or a site that was off, time to catch up. */
const RECHECK_GRACE_MS = 6 * HOUR_MS;

function isBehind({ now, oldestCheckedAt }: Facts, runs: readonly JobRow[]): boolean {
  const stored = readOutcome<{ users: number; posts: number }>(runs, "target_counts");
  if (!stored || oldestCheckedAt === null) return false;
  return now - oldestCheckedAt > behindAfterMs(stored);
}

/** A bad state ends after this time without it: between two refusals a call may be free for a moment. */
export const SOURCE_CALM_MS = 3 * MINUTE_MS;
/** Most outages end within the hour, and cached creators are shown meanwhile. */
const SOURCE_REASON_AFTER_MS: Record<Exclude<SourceState, "ok">, number> = {
  blocked: 10 * MINUTE_MS,
  saturated: 10 * MINUTE_MS,
  unavailable: HOUR_MS,
};
/** The job `source` runs every minute; an older outcome says nothing about now. */
const SOURCE_OUTCOME_MS = 10 * MINUTE_MS;

/** The archive is asked every five minutes: one failure, or a run that is late, calls no operator. */
const ARCHIVE_ANSWER_MS = 12 * MINUTE_MS;

const standsIn = (archive: ArchiveOutcome | undefined, now: number): boolean =>
  now - (archive?.answeredAt ?? 0) < ARCHIVE_ANSWER_MS;

/** Known visitors have calls, so no operator is called. */
const NEWCOMERS_DEGRADED_AFTER_MS = 10 * MINUTE_MS;

function judgeNewcomers({ now }: Facts, refusal: Refusal | undefined, to: Assessment): void {
  if (!refusal || now - refusal.seenAt > SOURCE_OUTCOME_MS) return;
  if (now - refusal.since >= NEWCOMERS_DEGRADED_AFTER_MS) to.degraded.push("newcomers_refused");
}

function judgeSource(
  { now, hasFallback, isReddit }: Facts,
  source: SourceOutcome | null,
  to: Assessment,
): void {
  if (!source || source.state === "ok" || now - source.seenAt > SOURCE_OUTCOME_MS) return;
  const isCovered = hasFallback && isReddit && standsIn(source.archive, now);
  const hasRemedy = !isCovered && (isReddit || source.state !== "unavailable");
  const isUrgent = hasRemedy && now - source.since >= SOURCE_REASON_AFTER_MS[source.state];
  (isUrgent ? to.reasons : to.degraded).push(`source_${source.state}`);
}

function judgeRuns(facts: Facts, runs: readonly JobRow[], to: Assessment): void {
  const { now, startedAt, hasCrons } = facts;
  const late = lateJobs(facts, runs);
  to.lateJobs.push(...late);
  if (late.length > 0) (hasCrons ? to.reasons : to.degraded).push("cron_late");
  const isUrgent = hasCrons && now - startedAt >= RECHECK_GRACE_MS;
  if (isBehind(facts, runs)) (isUrgent ? to.reasons : to.degraded).push("recheck_behind");
  // A row of a job that was renamed or removed stays in the table.
  if (runs.some((run) => run.job in facts.periods && hasFailed(run)))
    to.degraded.push("cron_failed");
  const source = readOutcome<SourceOutcome>(runs, "source");
  judgeSource(facts, source, to);
  judgeNewcomers(facts, source?.newcomers, to);
  const found = readOutcome<RecheckRun>(runs, "recheck");
  if (!found) return;
  const { calls, asked, answered, refused, removed } = found;
  to.recheck.lastRun = { calls, asked, answered, refused, removed };
  if (refused > 0 && asked === 0) to.degraded.push("recheck_refused");
  if (found.doubted) to.degraded.push("recheck_doubted");
}

/** D1 refuses writes from 10 GB on, without a warning; the limit cannot be raised. */
const FILLING_FROM_BYTES = 8_000_000_000;

export function assess(facts: Facts): Assessment {
  const { runs, kvWorks, isConfigured, oldestCheckedAt } = facts;
  const oldest = oldestCheckedAt === null ? null : new Date(oldestCheckedAt).toISOString();
  const to: Assessment = {
    reasons: [...(runs ? [] : ["d1_down" as const]), ...(kvWorks ? [] : ["kv_down" as const])],
    degraded: [],
    lateJobs: [],
    recheck: { lastRun: null, oldestCheckedAt: oldest },
  };
  if ((facts.databaseBytes ?? 0) >= FILLING_FROM_BYTES) to.reasons.push("d1_filling");
  if (!isConfigured) to.reasons.push("configuration");
  if (!facts.hasBackups) to.degraded.push("backup_off");
  if (runs) judgeRuns(facts, runs, to);
  const alerts = readOutcome<{ isFailing: boolean }>(runs ?? [], "alerts");
  if (facts.hasBrokenWebhook || alerts?.isFailing) to.degraded.push("alert_webhook");
  return to;
}
