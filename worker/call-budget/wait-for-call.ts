import type { Clock } from "#worker/lib/clock.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import {
  answerAllowsRecheck,
  answerAllowsRefresh,
  takeWithoutBudget,
} from "./call-budget.rules.ts";
import type { BudgetAnswer, CallBudgetPort, Caller, CallPurpose } from "./port.ts";

/** A part of Deps. Importing deps.ts would be circular: it imports the port. */
export interface BudgetDeps {
  clock: Clock;
  /** null without the binding. */
  callBudget: CallBudgetPort | null;
}

export interface CallRequest {
  scope: string;
  caller: Caller;
  /** Of the request, in epoch milliseconds: it does not wait for a call any longer. */
  deadline?: number;
}

/** Then the isolate falls back to takeWithoutBudget(). */
const CALL_BUDGET_TIMEOUT_MS = 1_000;
/** An isolate reuses a refusal of background work for this long. */
const REFUSAL_FRESH_MS = 2_000;
const LONGEST_QUEUE_MS = 8_000;
const QUEUE_SPREAD_MS = 500;
const SHORTEST_WAIT_MS = 1_000;
const MAX_QUEUED_PER_PURPOSE = 8;

interface LastAnswer {
  answer: BudgetAnswer;
  freshUntil: number;
  /** No call is free before this time, so the Durable Object is not asked. */
  closedUntil: number;
}

/** By scope and purpose. */
const lastAnswers = new Map<string, LastAnswer>();
/** Calls made while the Durable Object did not answer, by scope. */
const callsWithoutBudget = new Map<string, number[]>();
/**
 * When each waiting request stops waiting, by purpose: newcomers do not take other visitors' places. An aborted request
 * never leaves its place, which then ends with its time.
 */
const queued = new Map<CallPurpose, { until: number }[]>();

const answerKey = (scope: string, purpose: CallPurpose) => `${purpose} ${scope}`;

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
  [scope, purpose]: [scope: string, purpose: CallPurpose],
  question: () => Promise<BudgetAnswer>,
): Promise<BudgetAnswer | null> {
  const asked = withTimeout(CALL_BUDGET_TIMEOUT_MS, question());
  const answer = await asked.catch((error: unknown) => logSilence(clock.now(), error));
  // A sender's share says nothing about others.
  if (answer && !answer.isOverShare) {
    const now = clock.now();
    lastAnswers.set(answerKey(scope, purpose), {
      answer,
      freshUntil: now + REFUSAL_FRESH_MS,
      closedUntil: answer.isGranted ? 0 : now + answer.waitMs,
    });
  }
  return answer;
}

interface Wait {
  /** Until a call may be made; 0: it is granted. */
  waitMs: number;
  isOverShare: boolean;
  isAllTaken?: boolean;
}

async function takeOne(
  { clock, callBudget }: BudgetDeps,
  { scope, caller }: CallRequest,
): Promise<Wait> {
  if (!callBudget) return { waitMs: 0, isOverShare: false };
  const question = () => callBudget.take(scope, caller);
  const answer = await askBudget(clock, [scope, caller.purpose], question);
  if (answer) {
    const waitMs = answer.isGranted ? 0 : Math.max(SHORTEST_WAIT_MS, answer.waitMs);
    return { waitMs, isOverShare: answer.isOverShare, isAllTaken: answer.isAllTaken };
  }
  const calls = callsWithoutBudget.get(scope) ?? [];
  callsWithoutBudget.set(scope, calls);
  return { waitMs: takeWithoutBudget(calls, clock.now()), isOverShare: false };
}

/**
 * Waits for a call that is free soon, and again if another takes it. Few requests of a purpose may wait at once; a
 * sender past its share takes none of their places.
 */
async function queueForCall(deps: BudgetDeps, request: CallRequest, first: Wait): Promise<Wait> {
  const { purpose } = request.caller;
  const now = deps.clock.now();
  const waiting = (queued.get(purpose) ?? []).filter(({ until }) => until > now);
  if (waiting.length >= MAX_QUEUED_PER_PURPOSE) return first;
  const place = { until: Math.min(request.deadline ?? Infinity, now + LONGEST_QUEUE_MS) };
  queued.set(purpose, [...waiting, place]);
  let left = first;
  try {
    while (left.waitMs > 0 && !left.isOverShare && deps.clock.now() + left.waitMs <= place.until) {
      await deps.clock.sleep(left.waitMs + QUEUE_SPREAD_MS * deps.clock.random());
      left = await takeOne(deps, request);
    }
    return left;
  } finally {
    place.until = 0;
  }
}

export async function waitForCall(deps: BudgetDeps, request: CallRequest): Promise<Wait> {
  const { closedUntil = 0 } =
    lastAnswers.get(answerKey(request.scope, request.caller.purpose)) ?? {};
  const closedFor = closedUntil - deps.clock.now();
  const wait =
    closedFor > 0 ? { waitMs: closedFor, isOverShare: false } : await takeOne(deps, request);
  return wait.waitMs > 0 && !wait.isOverShare ? queueForCall(deps, request, wait) : wait;
}

/** Returns a recent refusal, else asks the budget; null if it does not answer. */
async function peekAnswer(
  { clock, callBudget }: BudgetDeps & { callBudget: CallBudgetPort },
  scope: string,
  purpose: CallPurpose,
  isEnough: (answer: BudgetAnswer) => boolean,
): Promise<BudgetAnswer | null> {
  const last = lastAnswers.get(answerKey(scope, purpose));
  const isRecent = last !== undefined && last.freshUntil > clock.now();
  // Only refusals are reused: with a reused grant several isolates would act on the same free call.
  if (isRecent && !isEnough(last.answer)) return last.answer;
  return askBudget(clock, [scope, purpose], () => callBudget.peek(scope, purpose));
}

/** Refreshes stop while the Durable Object does not answer. */
export async function budgetAllowsRefresh(
  { clock, callBudget }: BudgetDeps,
  scope: string,
  ageMs: number,
): Promise<boolean> {
  if (!callBudget) return true;
  const random = clock.random();
  const isEnough = (answer: BudgetAnswer) => answerAllowsRefresh(answer, ageMs, random);
  const answer = await peekAnswer({ clock, callBudget }, scope, "refresh", isEnough);
  return answer !== null && isEnough(answer);
}

/** A budget that is busy or does not answer is asked again after this time. */
const BUSY_BUDGET_RETRY_MS = 5_000;

/** Milliseconds until stored targets may be re-checked; 0: now. */
export async function msUntilBudgetAllowsRecheck(
  { clock, callBudget }: BudgetDeps,
  scope: string,
  isReservedOnly: boolean,
): Promise<number> {
  if (!callBudget) return 0;
  const isEnough = (answer: BudgetAnswer) =>
    isReservedOnly ? answer.isReserved : answerAllowsRecheck(answer);
  const answer = await peekAnswer({ clock, callBudget }, scope, "recheck", isEnough);
  if (!answer) return BUSY_BUDGET_RETRY_MS;
  if (isEnough(answer)) return 0;
  return answer.isGranted ? BUSY_BUDGET_RETRY_MS : Math.max(SHORTEST_WAIT_MS, answer.waitMs);
}

/** Known visitors alone reach 86 of 95 calls, which is below; together with the re-check's 4 a flood is above. */
const SATURATED_PRESSURE = 0.93;

/**
 * A late answer is asked for once more, as an alert calls an operator: on a quiet site each minute's question starts the
 * object anew.
 */
const LATE_BUDGET_PAUSE_MS = 1_000;

/** Whether visitors have no calls left, or nearly none, as while the Durable Object does not answer. */
export async function isSaturated(
  { clock, callBudget }: BudgetDeps,
  scope: string,
): Promise<boolean> {
  if (!callBudget) return false;
  const ask = () => askBudget(clock, [scope, "visitor"], () => callBudget.peek(scope, "visitor"));
  const answer = (await ask()) ?? (await clock.sleep(LATE_BUDGET_PAUSE_MS).then(ask));
  return answer === null || !answer.isGranted || answer.pressure >= SATURATED_PRESSURE;
}

/** While the Durable Object does not answer, only isSaturated() tells. */
export async function newcomersAreRefused(
  { clock, callBudget }: BudgetDeps,
  scope: string,
): Promise<boolean> {
  if (!callBudget) return false;
  const peek = () => callBudget.peek(scope, "newcomer");
  const answer = await askBudget(clock, [scope, "newcomer"], peek);
  return answer !== null && !answer.isGranted;
}
