import type { Clock } from "#worker/clock.ts";
import { errorFields, log } from "#worker/log.ts";
import { withTimeout } from "#worker/with-timeout.ts";
import { mayRecheckWith, mayRefreshWith, takeWithoutBudget } from "./call-budget.rules.ts";
import type { CallBudgetPort, CallPurpose, Grant } from "./port.ts";

/** A part of Deps. Importing deps.ts would be circular: it imports the port. */
export interface BudgetDeps {
  clock: Clock;
  /** null without the binding. */
  callBudget: CallBudgetPort | null;
}

/** Then the isolate falls back to takeWithoutBudget(). */
const CALL_BUDGET_TIMEOUT_MS = 1_000;
/** An isolate reuses a refusal of background work for this long. */
const PRESSURE_FRESH_MS = 2_000;
const LONGEST_QUEUE_MS = 8_000;
const QUEUE_SPREAD_MS = 500;
const SHORTEST_WAIT_MS = 1_000;
const MAX_QUEUED_PER_ISOLATE = 8;

interface LastGrant {
  grant: Grant;
  freshUntil: number;
  /** No call is free before this time, so the Durable Object is not asked. */
  closedUntil: number;
}

/** By scope and purpose. */
const lastGrants = new Map<string, LastGrant>();
/** Calls made while the Durable Object did not answer, by scope. */
const callsWithoutBudget = new Map<string, number[]>();
/** Waiting requests by purpose: newcomers do not take other visitors' places. */
const queued = new Map<CallPurpose, number>();

const keyOf = (scope: string, purpose: CallPurpose) => `${purpose} ${scope}`;

const SILENCE_LOG_INTERVAL_MS = 10_000;
let silenceLoggedAt = -Infinity;

/** Every cache miss asks the Durable Object, so its failures are logged once in ten seconds only. */
function logSilence(now: number, error: unknown): null {
  if (now - silenceLoggedAt >= SILENCE_LOG_INTERVAL_MS) {
    silenceLoggedAt = now;
    log("warn", "call_budget_silent", { ...errorFields(error), dependency: "call_budget" });
  }
  return null;
}

/** Returns null if the Durable Object failed or was late. */
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

/** Waits for a call that is free soon, and again if another request takes it. Few requests may wait at once. */
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

/** Returns a recent refusal, else asks the budget; null if it does not answer. */
async function peekGrant(
  { clock, callBudget }: BudgetDeps & { callBudget: CallBudgetPort },
  scope: string,
  purpose: CallPurpose,
  isEnough: (grant: Grant) => boolean,
): Promise<Grant | null> {
  const last = lastGrants.get(keyOf(scope, purpose));
  const isRecent = last !== undefined && last.freshUntil > clock.now();
  // Only refusals are reused: with a reused grant several isolates would act on the same free call.
  if (isRecent && !isEnough(last.grant)) return last.grant;
  return askBudget(clock, callBudget, [scope, purpose], "peek");
}

/** Refreshes stop while the Durable Object does not answer. */
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

/** A budget that is busy or does not answer is asked again after this time. */
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

/** Known visitors alone reach 86 of 95 calls, which is below; together with the re-check's 4 a flood is above. */
const SATURATED_PRESSURE = 0.93;

/** Whether visitors have no calls left, or nearly none. */
export async function isSaturated(
  { clock, callBudget }: BudgetDeps,
  scope: string,
): Promise<boolean> {
  if (!callBudget) return false;
  const grant = await askBudget(clock, callBudget, [scope, "visitor"], "peek");
  return grant !== null && (!grant.isGranted || grant.pressure >= SATURATED_PRESSURE);
}
