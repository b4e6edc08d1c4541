import { DurableObject } from "cloudflare:workers";
import { peekBudget, takeCall, type BudgetState } from "./call-budget.rules.ts";
import type { BudgetAnswer, CallPurpose } from "./port.ts";

const STORAGE_KEY = "calls";

const withoutSenders = ({ calls }: BudgetState): BudgetState["calls"] =>
  calls.map(([at, purpose]) => [at, purpose]);

/**
 * One object per source. The platform evicts an idle object after ten seconds and restarts it with every deployment, so
 * the calls are in its storage: one write per granted call, durable before the response is sent. Their senders are in
 * memory only, so that nothing about a visitor is stored.
 */
export class CallBudget extends DurableObject {
  readonly #state: BudgetState;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    this.#state = { calls: ctx.storage.kv.get<BudgetState["calls"]>(STORAGE_KEY) ?? [] };
  }

  /** Isolates of the version before ask for a while after a deploy: parameters are only added. */
  take(purpose: CallPurpose, sender?: string): BudgetAnswer {
    const answer = takeCall(this.#state, { purpose, sender }, Date.now());
    if (answer.isGranted) this.ctx.storage.kv.put(STORAGE_KEY, withoutSenders(this.#state));
    return answer;
  }

  peek(purpose: CallPurpose): BudgetAnswer {
    return peekBudget(this.#state, { purpose }, Date.now());
  }
}
