import * as z from "zod/mini";
import type { HealthReason, HealthResponse } from "#schema/api/health.ts";
import type { EnvironmentName } from "#schema/environment.ts";
import { brand } from "#schema/brand.ts";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { parseJson } from "#schema/parse-json.ts";

const ALERT_GAP_MS = HOUR_MS;
/** A reason that comes back within this time is not reported as recovered. */
const RECOVERED_AFTER_MS = 10 * MINUTE_MS;

type Active = Pick<HealthResponse, "reasons" | "degraded" | "lateJobs" | "cron">;

/** The posts about each reason; times in epoch milliseconds. */
function stateSchema(now: number) {
  const time = z.number().check(z.maximum(now + ALERT_GAP_MS));
  const posted = z.object({
    isRaised: z.boolean(),
    raisedAt: time,
    recoveredAt: time,
    /** When a raised reason ended; null while it lasts. */
    goneSince: z.nullable(time),
    /** Of `source_*`: since when only `degraded` names a fault of the source. Missing in states of older versions. */
    easedSince: z.optional(z.nullable(time)),
    /** Of `cron_late`: the posted jobs without a success since. Missing in states of older versions. */
    jobs: z.optional(z.array(z.string())),
  });
  return z.object({ savedAt: time, posted: z.record(z.string(), posted) });
}
type Posted = z.output<ReturnType<typeof stateSchema>>["posted"][string];

export interface AlertState {
  savedAt: number;
  posted: Partial<Record<HealthReason, Posted>>;
}

/**
 * Returns null for another shape, and for times of the future: each run would throw, or wait for that time, before it
 * could store a good state.
 */
export function parseState(text: unknown, now: number): AlertState | null {
  if (typeof text !== "string") return null;
  const { success, data } = stateSchema(now).safeParse(parseJson(text));
  return success ? data : null;
}

export interface Changes {
  raised: HealthReason[];
  recovered: HealthReason[];
}

const WITHOUT_DATABASE: HealthReason[] = ["d1_down", "kv_down", "configuration"];

const isOfSource = (code: string): boolean => code.startsWith("source_");

/**
 * Most reasons are read from the database; while it is down they are unknown, not gone. So is the source's state while
 * the job that watches it is late.
 */
function isObservable(reason: HealthReason, { reasons, lateJobs }: Active): boolean {
  if (isOfSource(reason) && lateJobs.includes("source")) return false;
  return !reasons.includes("d1_down") || WITHOUT_DATABASE.includes(reason);
}

/** A new version counts as a success of each job, so a job that is not late may fail on. */
function isUnended(job: string, { raisedAt }: Posted, { lateJobs, cron }: Active): boolean {
  const hasSucceeded = Date.parse(cron[job] ?? "") > raisedAt;
  return lateJobs.includes(job) || (job in cron && !hasSucceeded);
}

/** Whether health shows that the fault of a missing reason lasts. */
function goesOn(reason: HealthReason, { jobs }: Posted, { reasons, degraded }: Active): boolean {
  if (reason === "cron_late") return jobs !== undefined && jobs.length > 0;
  if (reason === "recheck_behind") return degraded.includes(reason);
  return isOfSource(reason) && [...reasons, ...degraded].some(isOfSource);
}

function noteGone({ posted }: AlertState, found: Active, now: number): AlertState["posted"] {
  const next = structuredClone(posted);
  for (const [name, known] of Object.entries(next)) {
    const reason = name as HealthReason;
    if (!isObservable(reason, found)) continue;
    known.jobs = known.jobs?.filter((job) => isUnended(job, known, found));
    const isActive = found.reasons.includes(reason);
    const isEased = !isActive && goesOn(reason, known, found);
    if (isActive || isEased) known.goneSince = null;
    else if (known.isRaised) known.goneSince ??= now;
    if (!isOfSource(reason)) continue;
    if (isEased && !found.reasons.some(isOfSource)) known.easedSince ??= now;
    else if (now - (known.easedSince ?? now) < RECOVERED_AFTER_MS) known.easedSince = null;
  }
  return next;
}

/**
 * Raises and recoveries of a reason are each due at most once an hour. `cron_late` is raised again for another late
 * job: otherwise a backup that fails for days would hide it. So is a fault of the source that was only `degraded`
 * for ten minutes, as while the archive stood in: visitors are refused again. `unposted` is the next state if the
 * post fails: it knows what was observed, and the changes are due again.
 */
export function nextAlerts(
  before: AlertState,
  found: Active,
  now: number,
): Changes & { state: AlertState; unposted: AlertState } {
  const changes: Changes = { raised: [], recovered: [] };
  const { reasons: active, lateJobs } = found;
  const observed = noteGone(before, found, now);
  const next = structuredClone(observed);
  for (const reason of active) {
    const known = (next[reason] ??= {
      isRaised: false,
      raisedAt: 0,
      recoveredAt: 0,
      goneSince: null,
    });
    const jobs = reason === "cron_late" ? lateJobs : [];
    const hasNews =
      (known.easedSince ?? null) !== null || !jobs.every((job) => known.jobs?.includes(job));
    const isPosted = known.isRaised && !hasNews;
    if (isPosted || now - known.raisedAt < ALERT_GAP_MS) continue;
    const unended = new Set([...(known.jobs ?? []), ...jobs]);
    Object.assign(known, { isRaised: true, raisedAt: now, easedSince: null, jobs: [...unended] });
    changes.raised.push(reason);
  }
  for (const [name, known] of Object.entries(next)) {
    const reason = name as HealthReason;
    if (known.goneSince === null || !isObservable(reason, found)) continue;
    const isOver = now - known.goneSince >= RECOVERED_AFTER_MS;
    if (!isOver || now - known.recoveredAt < ALERT_GAP_MS) continue;
    Object.assign(known, { isRaised: false, recoveredAt: now, goneSince: null, easedSince: null });
    changes.recovered.push(reason);
  }
  const stateOf = (states: AlertState["posted"]) => ({ savedAt: now, posted: states });
  return { ...changes, state: stateOf(next), unposted: stateOf(observed) };
}

const SENTENCES: Record<HealthReason, string> = {
  d1_down: "The database does not answer.",
  d1_filling: "The database is over four fifths of the size at which D1 refuses writes.",
  kv_down: "KV does not answer.",
  cron_late: "Scheduled jobs are late.",
  source_blocked: "The source has refused our calls for ten minutes.",
  source_saturated: "Visitors have had no calls to the source, or nearly none, for ten minutes.",
  source_unavailable: "The source has not answered for an hour.",
  recheck_behind: "The re-check of targets is behind.",
  configuration: "A secret, a variable or a binding is missing.",
};

const codeOf = (reason: HealthReason, lateJobs: readonly string[]) =>
  reason === "cron_late" ? `${reason}: ${lateJobs.join(", ")}` : reason;

const listOf = (reasons: readonly HealthReason[], lateJobs: readonly string[]) =>
  reasons.map((reason) => `${SENTENCES[reason]} (${codeOf(reason, lateJobs)})`).join(" ");

/** `text` and `content` are for chat tools, the other fields for programs. */
export function alertBody(
  { raised, recovered }: Changes,
  { reasons: active, lateJobs }: Pick<Active, "reasons" | "lateJobs">,
  environment: EnvironmentName,
  now: number,
) {
  const origin = environment === "development" ? null : brand.environments[environment].apiOrigin;
  const parts = [
    `${brand.name} (${environment}):`,
    listOf(raised, lateJobs),
    recovered.length > 0 ? `Recovered: ${recovered.join(", ")}.` : "",
    origin && `${origin}/api/health`,
  ];
  const text = parts.filter(Boolean).join(" ");
  return {
    text,
    content: text,
    service: brand.name,
    environment,
    at: new Date(now).toISOString(),
    raised,
    recovered,
    active,
  };
}
