import type { CallBudget } from "./durable-object.ts";
import type { CallBudgetPort } from "./port.ts";

export function callBudgetOver(namespace: DurableObjectNamespace<CallBudget>): CallBudgetPort {
  const objectOf = (scope: string) => namespace.get(namespace.idFromName(scope));
  return {
    take: async (scope, { purpose, sender }) => objectOf(scope).take(purpose, sender),
    peek: async (scope, purpose) => objectOf(scope).peek(purpose),
  };
}
