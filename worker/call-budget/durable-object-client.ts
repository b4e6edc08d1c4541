import type { CallBudget } from "./durable-object.ts";
import type { CallBudgetPort } from "./port.ts";

export function callBudgetOver(namespace: DurableObjectNamespace<CallBudget>): CallBudgetPort {
  const objectOf = (scope: string) => namespace.get(namespace.idFromName(scope));
  return {
    take: async (scope, caller) => objectOf(scope).take(caller),
    peek: async (scope, purpose) => objectOf(scope).peek(purpose),
  };
}
