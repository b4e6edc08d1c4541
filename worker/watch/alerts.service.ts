import { readKvText, writeKvText } from "#worker/cache/kv.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import { parseJson } from "#worker/parse-json.ts";
import { alertBody, nextAlerts, type AlertState, type Changes } from "./alerts.rules.ts";
import { readRuns } from "./runs.store.ts";
import { readOutcome, type JobPeriods } from "./watch.rules.ts";
import { readStatus } from "./watch.service.ts";

const WEBHOOK_TIMEOUT_MS = 5_000;
const STATE_KEY = "alerts:v1";
/** Far longer than a state of a reason is remembered for. */
const STATE_TTL_SECONDS = 30 * 24 * 3_600;

interface AlertsOutcome {
  isFailing: boolean;
  raised: number;
  recovered: number;
  /** AlertState as JSON. */
  state: string;
}

/** For an hour in which neither store answers. */
const held = new WeakMap<D1Database, AlertState>();

const parseState = (text: string | null | undefined): AlertState | null =>
  (parseJson(text ?? "") ?? null) as AlertState | null;

/** The newest of what both stores hold: D1's is exact, and KV's is there while D1 is down. */
async function readState(deps: Deps): Promise<AlertState> {
  const [text, runs] = await Promise.all([
    readKvText(deps, STATE_KEY, "alerts"),
    readRuns(deps.db).catch(() => []),
  ]);
  const found = [
    parseState(text),
    parseState(readOutcome<AlertsOutcome>(runs, "alerts")?.state),
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

/** Whether the webhook took it. Its address is a secret: no error of the call is logged with its message. */
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

/** Posts what changed since the last post to ALERT_WEBHOOK_URL. What could not be posted is due again in the next run. */
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
  const [{ reasons }, before] = await Promise.all([readStatus(deps, periods), readState(deps)]);
  const { state, ...changes } = nextAlerts(before, reasons, now);
  const isPosted =
    !hasChanges(changes) || (await post(deps, url, alertBody(changes, reasons, environment, now)));
  const kept = isPosted ? state : { ...before, savedAt: now };
  await saveState(deps, kept);
  return {
    isFailing: !isPosted,
    raised: changes.raised.length,
    recovered: changes.recovered.length,
    state: JSON.stringify(kept),
  };
}
