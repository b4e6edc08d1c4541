import type { Clock } from "#worker/clock.ts";
import { errorFields, log } from "#worker/log.ts";
import { withTimeout } from "#worker/with-timeout.ts";
import { mayRecheckWith, mayRefreshWith, takeWithoutBudget } from "./call-budget.rules.ts";
import type { CallBudgetPort, CallPurpose, Grant } from "./port.ts";

/** The part of Deps that is used here; deps.ts itself imports the port, so it is not imported back. */
export interface BudgetDeps {
  clock: Clock;
  /** null where the deployment has no such binding. */
  callBudget: CallBudgetPort | null;
}

/** Past this the isolate falls back to a small share of its own. */
const CALL_BUDGET_TIMEOUT_MS = 1_000;
/** How long an isolate acts on the last answer about how busy the source is. */
const PRESSURE_FRESH_MS = 2_000;
const LONGEST_QUEUE_MS = 8_000;
const QUEUE_SPREAD_MS = 500;
const SHORTEST_WAIT_MS = 1_000;
const MAX_QUEUED_PER_ISOLATE = 8;

interface LastGrant {
  grant: Grant;
  freshUntil: number;
  /** Refused until then: a question before that would only load the Durable Object. */
  closedUntil: number;
}

/** By scope and purpose. */
const lastGrants = new Map<string, LastGrant>();
/** Calls made while the Durable Object did not answer, by scope. */
const callsWithoutBudget = new Map<string, number[]>();
/** Requests that wait for a call, by purpose: newcomers do not take the places of other visitors. */
const queued = new Map<CallPurpose, number>();

const keyOf = (scope: string, purpose: CallPurpose) => `${purpose} ${scope}`;

const SILENCE_LOG_INTERVAL_MS = 10_000;
let silenceLoggedAt = -Infinity;

/** Every cache miss asks the object: its silence is logged once in ten seconds. */
function logSilence(now: number, error: unknown): null {
  if (now - silenceLoggedAt >= SILENCE_LOG_INTERVAL_MS) {
    silenceLoggedAt = now;
    log("warn", "call_budget_silent", { ...errorFields(error), dependency: "call_budget" });
  }
  return null;
}

/** null: it failed, or did not answer in time. */
async function askBudget(
  clock: Clock,
  callBudget: CallBudgetPort,
  [scope, purpose]: [scope: string, purpose: CallPurpose],
  question: keyof CallBudgetPort,
): Promise<Grant | null> {
  const asked = withTimeout(CALL_BUDGET_TIMEOUT_MS, callBudget[question](scope, purpose));
  const grant = await asked.catch((error: unknown) => logSilence(clock.now(), error));
  if (grant) {
    const now = clock.now();
    lastGrants.set(keyOf(scope, purpose), {
      grant,
      freshUntil: now + PRESSURE_FRESH_MS,
      closedUntil: grant.isGranted ? 0 : now + grant.waitMs,
    });
  }
  return grant;
}

/** Milliseconds until a call may be made; 0 when it is granted. */
async function takeOne(
  { clock, callBudget }: BudgetDeps,
  scope: string,
  purpose: CallPurpose,
): Promise<number> {
  if (!callBudget) return 0;
  const grant = await askBudget(clock, callBudget, [scope, purpose], "take");
  if (grant) return grant.isGranted ? 0 : Math.max(SHORTEST_WAIT_MS, grant.waitMs);
  const calls = callsWithoutBudget.get(scope) ?? [];
  callsWithoutBudget.set(scope, calls);
  return takeWithoutBudget(calls, clock.now());
}

/** Waits when a call is free soon, a few requests per isolate; a request that loses its call to another waits on. */
async function queueForCall(
  deps: BudgetDeps,
  scope: string,
  purpose: CallPurpose,
  waitMs: number,
): Promise<number> {
  const waiting = queued.get(purpose) ?? 0;
  if (waiting >= MAX_QUEUED_PER_ISOLATE) return waitMs;
  queued.set(purpose, waiting + 1);
  const end = deps.clock.now() + LONGEST_QUEUE_MS;
  let left = waitMs;
  try {
    while (left > 0 && deps.clock.now() + left <= end) {
      await deps.clock.sleep(left + QUEUE_SPREAD_MS * deps.clock.random());
      left = await takeOne(deps, scope, purpose);
    }
    return left;
  } finally {
    queued.set(purpose, (queued.get(purpose) ?? 1) - 1);
  }
}

/** Milliseconds until a call may be made; 0 when it is granted. */
export async function waitForCall(
  deps: BudgetDeps,
  scope: string,
  purpose: CallPurpose,
): Promise<number> {
  const { closedUntil = 0 } = lastGrants.get(keyOf(scope, purpose)) ?? {};
  const closedFor = closedUntil - deps.clock.now();
  const waitMs = closedFor > 0 ? closedFor : await takeOne(deps, scope, purpose);
  return waitMs > 0 ? queueForCall(deps, scope, purpose, waitMs) : 0;
}

/** The budget's present answer, null where it gives none. A recent one that is not enough is not asked for again. */
async function peekGrant(
  { clock, callBudget }: BudgetDeps & { callBudget: CallBudgetPort },
  scope: string,
  purpose: CallPurpose,
  isEnough: (grant: Grant) => boolean,
): Promise<Grant | null> {
  const last = lastGrants.get(keyOf(scope, purpose));
  const isRecent = last !== undefined && last.freshUntil > clock.now();
  // Only a refusal is reused: a reused permission would let every place act on the same free call.
  if (isRecent && !isEnough(last.grant)) return last.grant;
  return askBudget(clock, callBudget, [scope, purpose], "peek");
}

/** Whether a cache entry of this age may be refreshed, as busy as the source is now; not while the object is silent. */
export async function mayRefresh(
  { clock, callBudget }: BudgetDeps,
  scope: string,
  ageMs: number,
): Promise<boolean> {
  if (!callBudget) return true;
  const random = clock.random();
  const isEnough = (grant: Grant) => mayRefreshWith(grant, ageMs, random);
  const grant = await peekGrant({ clock, callBudget }, scope, "refresh", isEnough);
  return grant !== null && isEnough(grant);
}

/** When a budget that is busy or silent is asked again. */
const BUSY_MS = 5_000;

/** Milliseconds until stored targets may be re-checked; 0: now. */
export async function waitForRecheck(
  { clock, callBudget }: BudgetDeps,
  scope: string,
  isReservedOnly: boolean,
): Promise<number> {
  if (!callBudget) return 0;
  const isEnough = (grant: Grant) => (isReservedOnly ? grant.isReserved : mayRecheckWith(grant));
  const grant = await peekGrant({ clock, callBudget }, scope, "recheck", isEnough);
  if (!grant) return BUSY_MS;
  if (isEnough(grant)) return 0;
  return grant.isGranted ? BUSY_MS : Math.max(SHORTEST_WAIT_MS, grant.waitMs);
}

/** Visitors' peak, 86 of 95 calls, is below it; with the re-check's calls a flood is above it. */
const SATURATED_PRESSURE = 0.93;

/** Whether the calls of the last minute leave visitors none, or nearly none. */
export async function isSaturated(
  { clock, callBudget }: BudgetDeps,
  scope: string,
): Promise<boolean> {
  if (!callBudget) return false;
  const grant = await askBudget(clock, callBudget, [scope, "visitor"], "peek");
  return grant !== null && (!grant.isGranted || grant.pressure >= SATURATED_PRESSURE);
}
