import * as z from "zod/mini";
import type { HealthReason, HealthResponse } from "#schema/api/health.ts";
import type { EnvironmentName } from "#schema/environment.ts";
import { brand } from "#schema/brand.ts";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { parseJson } from "#schema/parse-json.ts";

const ALERT_GAP_MS = HOUR_MS;
/** A reason that comes back within this time is not reported as recovered. */
const RECOVERED_AFTER_MS = 10 * MINUTE_MS;

/** The posts about one reason; times in epoch milliseconds. */
interface Posted {
  isRaised: boolean;
  raisedAt: number;
  recoveredAt: number;
  /** When a raised reason ended; null while it lasts. */
  goneSince: number | null;
  /** Of `cron_late`: the posted jobs that are still late. Missing in states of older versions. */
  jobs?: string[];
}

type Active = Pick<HealthResponse, "reasons" | "lateJobs">;

export interface AlertState {
  savedAt: number;
  posted: Partial<Record<HealthReason, Posted>>;
}

function stateSchema(now: number) {
  const time = z.number().check(z.maximum(now + ALERT_GAP_MS));
  const posted = z.object({
    isRaised: z.boolean(),
    raisedAt: time,
    recoveredAt: time,
    goneSince: z.nullable(time),
    jobs: z.optional(z.array(z.string())),
  });
  return z.object({ savedAt: time, posted: z.record(z.string(), posted) });
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

/** Most reasons are read from the database; while it is down they are unknown, not gone. */
const isObservable = (reason: HealthReason, active: readonly HealthReason[]): boolean =>
  !active.includes("d1_down") || WITHOUT_DATABASE.includes(reason);

function noteGone(
  { posted }: AlertState,
  { reasons: active, lateJobs }: Active,
  now: number,
): AlertState["posted"] {
  const next = structuredClone(posted);
  for (const [name, known] of Object.entries(next)) {
    const reason = name as HealthReason;
    if (active.includes(reason)) {
      known.goneSince = null;
      known.jobs = known.jobs?.filter((job) => lateJobs.includes(job));
    } else if (known.isRaised && isObservable(reason, active)) known.goneSince ??= now;
  }
  return next;
}

/**
 * Raises and recoveries of a reason are each due at most once an hour. `cron_late` is raised again for another late job:
 * otherwise a backup that fails for days would hide it. `unposted` is the next state if the post fails: it knows what
 * was observed, and the changes are due again.
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
    const isPosted = known.isRaised && jobs.every((job) => known.jobs?.includes(job));
    if (isPosted || now - known.raisedAt < ALERT_GAP_MS) continue;
    Object.assign(known, { isRaised: true, raisedAt: now, jobs });
    changes.raised.push(reason);
  }
  for (const [name, known] of Object.entries(next)) {
    const reason = name as HealthReason;
    if (known.goneSince === null || !isObservable(reason, active)) continue;
    const isOver = now - known.goneSince >= RECOVERED_AFTER_MS;
    if (!isOver || now - known.recoveredAt < ALERT_GAP_MS) continue;
    Object.assign(known, { isRaised: false, recoveredAt: now, goneSince: null });
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
  { reasons: active, lateJobs }: Active,
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
