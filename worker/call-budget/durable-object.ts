import { DurableObject } from "cloudflare:workers";
import { peekBudget, takeCall, type BudgetState } from "./call-budget.rules.ts";
import type { BudgetAnswer, CallPurpose } from "./port.ts";

const STORAGE_KEY = "calls";

/**
 * One object per source. The platform evicts an idle object after ten seconds and restarts it with every deployment, so
 * the calls are in its storage: one write per granted call, durable before the response is sent.
 */
export class CallBudget extends DurableObject {
  readonly #state: BudgetState;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    this.#state = { calls: ctx.storage.kv.get<BudgetState["calls"]>(STORAGE_KEY) ?? [] };
  }

  take(purpose: CallPurpose): BudgetAnswer {
    const answer = takeCall(this.#state, purpose, Date.now());
    if (answer.isGranted) this.ctx.storage.kv.put(STORAGE_KEY, this.#state.calls);
    return answer;
  }

  peek(purpose: CallPurpose): BudgetAnswer {
    return peekBudget(this.#state, purpose, Date.now());
  }
}
