import { readKvText, writeKvText } from "#worker/cache/kv.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import {
  alertBody,
  nextAlerts,
  parseState,
  type AlertState,
  type Changes,
} from "./alerts.rules.ts";
import { readRuns } from "./runs.store.ts";
import { readOutcome, type JobPeriods } from "./watch.rules.ts";
import { readStatus } from "./watch.service.ts";

const WEBHOOK_TIMEOUT_MS = 5_000;
const STATE_KEY = "alerts:v1";
/** Far longer than any reason's state matters. */
const STATE_TTL_SECONDS = 30 * 24 * 3_600;

interface AlertsOutcome {
  isFailing: boolean;
  raised: number;
  recovered: number;
  /** AlertState as JSON. */
  state: string;
}

/** Used while neither D1 nor KV answers. */
const held = new WeakMap<D1Database, AlertState>();

/** The newest state of D1, which is exact, KV, which works while D1 is down, and this isolate. */
async function readState(deps: Deps): Promise<AlertState> {
  const now = deps.clock.now();
  const [text, runs] = await Promise.all([
    readKvText(deps, STATE_KEY, "alerts"),
    readRuns(deps.db).catch(() => []),
  ]);
  const found = [
    parseState(text, now),
    parseState(readOutcome<AlertsOutcome>(runs, "alerts")?.state, now),
    held.get(deps.database.binding),
  ];
  const newest = found
    .filter((state) => state !== null && state !== undefined)
    .toSorted((a, b) => b.savedAt - a.savedAt);
  return newest[0] ?? { savedAt: 0, posted: {} };
}

async function saveState(deps: Deps, state: AlertState): Promise<void> {
  held.set(deps.database.binding, state);
  await writeKvText(deps, STATE_KEY, JSON.stringify(state), {
    expirationTtl: STATE_TTL_SECONDS,
    failureEvent: "alerts",
  });
}

/** Returns whether the webhook accepted it. The address is a secret, so error messages are not logged. */
async function post({ fetch, clock }: Deps, url: string, body: object): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: clock.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) log("warn", "alert_webhook", { status: answer.status });
    return answer.ok;
  } catch (error) {
    log("warn", "alert_webhook", errorFields(error));
    return false;
  }
}

const hasChanges = ({ raised, recovered }: Changes) => raised.length + recovered.length > 0;

/** Posts changes to ALERT_WEBHOOK_URL; a failed post is due again in the next run. */
export async function postAlerts(
  deps: Deps,
  periods: JobPeriods,
): Promise<AlertsOutcome | Record<string, never>> {
  const { config, clock } = deps;
  const { missing, environment } = config;
  if (missing.length > 0) log("error", "configuration", { missing: missing.join(", ") });
  const url = config.alertWebhook?.url;
  if (!url) return {};
  const now = clock.now();
  // This run is recorded when it has ended, so until then the job would call itself late after an outage.
  const { alerts: _own, ...others } = periods;
  const [status, before] = await Promise.all([readStatus(deps, others), readState(deps)]);
  const { state, unposted, ...changes } = nextAlerts(before, status, now);
  const isPosted =
    !hasChanges(changes) || (await post(deps, url, alertBody(changes, status, environment, now)));
  const kept = isPosted ? state : unposted;
  await saveState(deps, kept);
  return {
    isFailing: !isPosted,
    raised: changes.raised.length,
    recovered: changes.recovered.length,
    state: JSON.stringify(kept),
  };
}
