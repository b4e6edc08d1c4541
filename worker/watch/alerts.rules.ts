import type { HealthReason } from "#schema/api/health.ts";
import type { EnvironmentName } from "#schema/environment.ts";
import { brand } from "#schema/brand.ts";

const MINUTE_MS = 60_000;
const ONCE_PER_MS = 60 * MINUTE_MS;
/** A reason that comes back within this time is not reported as recovered. */
const RECOVERED_AFTER_MS = 10 * MINUTE_MS;

/** The posts about one reason; times in epoch milliseconds. */
interface Posted {
  isRaised: boolean;
  raisedAt: number;
  recoveredAt: number;
  /** When a raised reason ended; null while it lasts. */
  goneSince: number | null;
}

export interface AlertState {
  savedAt: number;
  posted: Partial<Record<HealthReason, Posted>>;
}

export interface Changes {
  raised: HealthReason[];
  recovered: HealthReason[];
}

const WITHOUT_DATABASE: HealthReason[] = ["d1_down", "kv_down", "configuration"];

/** Raises and recoveries of a reason are each due at most once an hour. */
export function nextAlerts(
  { posted }: AlertState,
  active: readonly HealthReason[],
  now: number,
): Changes & { state: AlertState } {
  const changes: Changes = { raised: [], recovered: [] };
  const next = structuredClone(posted);
  for (const reason of active) {
    const known = (next[reason] ??= {
      isRaised: false,
      raisedAt: 0,
      recoveredAt: 0,
      goneSince: null,
    });
    known.goneSince = null;
    if (known.isRaised || now - known.raisedAt < ONCE_PER_MS) continue;
    Object.assign(known, { isRaised: true, raisedAt: now });
    changes.raised.push(reason);
  }
  for (const [name, known] of Object.entries(next)) {
    const reason = name as HealthReason;
    // Most reasons are read from the database; while it is down they are unknown, not gone.
    const isKnown = !active.includes("d1_down") || WITHOUT_DATABASE.includes(reason);
    if (!known.isRaised || active.includes(reason) || !isKnown) continue;
    known.goneSince ??= now;
    const isGone = now - known.goneSince >= RECOVERED_AFTER_MS;
    if (!isGone || now - known.recoveredAt < ONCE_PER_MS) continue;
    Object.assign(known, { isRaised: false, recoveredAt: now, goneSince: null });
    changes.recovered.push(reason);
  }
  return { ...changes, state: { savedAt: now, posted: next } };
}

const SENTENCES: Record<HealthReason, string> = {
  d1_down: "The database does not answer.",
  kv_down: "KV does not answer.",
  cron_late: "A scheduled job is late.",
  source_blocked: "The source has refused our calls for ten minutes.",
  source_saturated: "The source's calls have been used up for ten minutes.",
  recheck_behind: "The re-check of targets is behind.",
  configuration: "A secret, a variable or a binding is missing.",
};

const listOf = (reasons: readonly HealthReason[]) =>
  reasons.map((reason) => `${SENTENCES[reason]} (${reason})`).join(" ");

/** `text` and `content` are for chat tools, the other fields for programs. */
export function alertBody(
  { raised, recovered }: Changes,
  active: readonly HealthReason[],
  environment: EnvironmentName,
  now: number,
) {
  const origin = environment === "development" ? null : brand.environments[environment].apiOrigin;
  const parts = [
    `${brand.name} (${environment}):`,
    listOf(raised),
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
