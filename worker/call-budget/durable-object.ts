import { DurableObject } from "cloudflare:workers";
import { peekBudget, takeCall, type BudgetState } from "./call-budget.rules.ts";
import type { CallPurpose, Grant } from "./port.ts";

const STORAGE_KEY = "calls";

/**
 * One object per source. The platform evicts it after ten seconds without a request and restarts it with every
 * deployment, so the calls are in its storage: one write per granted call, which is durable before the answer leaves.
 */
export class CallBudget extends DurableObject {
  readonly #state: BudgetState;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    this.#state = { calls: ctx.storage.kv.get<BudgetState["calls"]>(STORAGE_KEY) ?? [] };
  }

  take(purpose: CallPurpose): Grant {
    const grant = takeCall(this.#state, purpose, Date.now());
    if (grant.isGranted) this.ctx.storage.kv.put(STORAGE_KEY, this.#state.calls);
    return grant;
  }

  peek(purpose: CallPurpose): Grant {
    return peekBudget(this.#state, purpose, Date.now());
  }
}
