import { takeCall, peekBudget, type GrantedCall } from "#worker/call-budget/call-budget.rules.ts";
import type { CallBudget } from "#worker/call-budget/durable-object.ts";
import type {
  BudgetAnswer,
  CallBudgetPort,
  Caller,
  CallPurpose,
} from "#worker/call-budget/port.ts";
import type { Clock } from "#worker/lib/clock.ts";

export const GRANTED: BudgetAnswer = {
  isGranted: true,
  isOverShare: false,
  isAllTaken: false,
  isReserved: true,
  pressure: 0,
  waitMs: 0,
};

/** The CALL_BUDGET binding, all of whose objects are this one. */
export const namespaceOf = (object: object) =>
  ({ idFromName: String, get: () => object }) as unknown as DurableObjectNamespace<CallBudget>;

const fail = () => Promise.reject(new Error("evicted"));

/** The CALL_BUDGET binding whose calls all fail. */
export const failingBudget = namespaceOf({ take: fail, peek: fail });

/** Grants every call, and keeps their purposes. */
export function recordingBudget(): { purposes: CallPurpose[]; callBudget: CallBudgetPort } {
  const purposes: CallPurpose[] = [];
  const take = async (_: string, { purpose }: Caller) => (purposes.push(purpose), GRANTED);
  return { purposes, callBudget: { take, peek: async () => GRANTED } };
}

const OTHERS: CallPurpose[] = ["visitor", "newcomer", "refresh"];

/** The CALL_BUDGET binding with a test's clock. `isFlooded`: all other purposes always use every call they can get. */
export function budgetOn(clock: Pick<Clock, "now">, { isFlooded }: { isFlooded: boolean }) {
  const state: GrantedCall[] = [];
  const flood = () => {
    for (const other of isFlooded ? OTHERS : []) {
      while (takeCall(state, { purpose: other }, clock.now()).isGranted);
    }
  };
  const object: Pick<CallBudget, "take" | "peek"> = {
    take: (purpose, sender) => (flood(), takeCall(state, { purpose, sender }, clock.now())),
    peek: (purpose) => (flood(), peekBudget(state, { purpose }, clock.now())),
  };
  return namespaceOf(object);
}
