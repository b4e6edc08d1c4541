import type { ErrorCode } from "#schema/api/errors.ts";
import type { StoreDeps } from "#worker/cache/entry-store.ts";
import { AppError, OwnFailure } from "#worker/errors.ts";
import { BACKGROUND_RESERVE, currentRateLimit } from "./rate-limit-headers.ts";
import {
  isSaturated,
  budgetAllowsRefresh,
  waitForCall,
  msUntilBudgetAllowsRecheck,
  type BudgetDeps,
  type CallRequest,
} from "./wait-for-call.ts";

type SpendDeps = BudgetDeps & StoreDeps;

/** The call was not made: the source's limit or the call budget has no room. */
export class CallRefused extends AppError {}

/** The call was not made: its sender has used up its share of the call budget. */
export class ShareUsedUp extends OwnFailure {
  /** Others have no free call either. */
  isAllTaken = false;
}

/** A refusal that says nothing about the source: it has calls for others. */
export const isOwnShare = (error: unknown): boolean =>
  error instanceof ShareUsedUp && !error.isAllTaken;

/** Counts one call against the source's limit and the call budget, or throws `refusal` with the time to wait. */
export async function spendCall(
  deps: SpendDeps,
  request: CallRequest,
  refusal: ErrorCode,
): Promise<void> {
  const state = await currentRateLimit(deps, request.scope);
  if (state && state.remaining < 1) {
    throw new CallRefused(refusal, {
      retryAfterSeconds: (state.resetAt - deps.clock.now()) / 1000,
    });
  }
  const { waitMs, isOverShare, isAllTaken = false } = await waitForCall(deps, request);
  const wait = { retryAfterSeconds: waitMs / 1000 };
  if (waitMs > 0 && isOverShare)
    throw Object.assign(new ShareUsedUp(refusal, wait), { isAllTaken });
  if (waitMs > 0) throw new CallRefused(refusal, wait);
  // Not `state`: while the call waited, a response can have stated a new window.
  const current = await currentRateLimit(deps, request.scope);
  if (current) current.remaining -= 1;
}

/** Whether the source's limit leaves room for background calls. */
async function hasReserve(deps: SpendDeps, scope: string): Promise<boolean> {
  const state = await currentRateLimit(deps, scope);
  return !state || state.remaining >= BACKGROUND_RESERVE;
}

export const isRefreshAllowed = async (deps: SpendDeps, scope: string, ageMs: number) =>
  (await hasReserve(deps, scope)) && budgetAllowsRefresh(deps, scope, ageMs);

/**
 * Milliseconds until stored targets may be re-checked; 0: now. The reserved share ignores BACKGROUND_RESERVE: on a busy
 * site the source's limit is always nearly used up.
 */
export async function msUntilRecheck(deps: SpendDeps, scope: string): Promise<number> {
  const state = await currentRateLimit(deps, scope);
  const untilReset = state ? state.resetAt - deps.clock.now() : 0;
  if (state && state.remaining < 1) return untilReset;
  const isShort = state !== undefined && state.remaining < BACKGROUND_RESERVE;
  if (!deps.callBudget) return isShort ? untilReset : 0;
  return msUntilBudgetAllowsRecheck(deps, scope, isShort);
}

/** By the source's limit or by the call budget. */
export async function visitorsAreRefused(deps: SpendDeps, scope: string): Promise<boolean> {
  const state = await currentRateLimit(deps, scope);
  return (state !== undefined && state.remaining < 1) || isSaturated(deps, scope);
}
