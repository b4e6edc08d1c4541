import { takeCall, peekBudget, type BudgetState } from "#worker/call-budget/call-budget.rules.ts";
import type { CallBudget } from "#worker/call-budget/durable-object.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import type { Clock } from "#worker/lib/clock.ts";

const OTHERS: CallPurpose[] = ["visitor", "newcomer", "refresh"];

/** The CALL_BUDGET binding with a test's clock. `isFlooded`: all other purposes always use every call they can get. */
export function budgetOn(clock: Pick<Clock, "now">, { isFlooded }: { isFlooded: boolean }) {
  const state: BudgetState = { calls: [] };
  const flood = () => {
    for (const other of isFlooded ? OTHERS : []) {
      while (takeCall(state, other, clock.now()).isGranted);
    }
  };
  const answer = (decide: typeof takeCall) => async (purpose: CallPurpose) => {
    flood();
    return decide(state, purpose, clock.now());
  };
  const object = { take: answer(takeCall), peek: answer(peekBudget) };
  const namespace = { idFromName: (name: string) => name, get: () => object };
  return namespace as unknown as DurableObjectNamespace<CallBudget>;
}
