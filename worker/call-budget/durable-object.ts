import { DurableObject } from "cloudflare:workers";
import { peekBudget, takeCall, type GrantedCall } from "./call-budget.rules.ts";
import type { BudgetAnswer, CallPurpose } from "./port.ts";

const STORAGE_KEY = "calls";

const withoutSenders = (calls: GrantedCall[]): GrantedCall[] =>
  calls.map(([at, purpose]) => [at, purpose]);

/**
 * One object per source. The platform evicts an idle object after ten seconds and restarts it with every deployment, so
 * the calls are in its storage: one write per granted call, durable before the response is sent. Their senders are in
 * memory only, so that nothing about a visitor is stored.
 */
export class CallBudget extends DurableObject {
  readonly #calls: GrantedCall[];

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    this.#calls = ctx.storage.kv.get<GrantedCall[]>(STORAGE_KEY) ?? [];
  }

  /** Isolates of the version before ask for a while after a deploy: parameters are only added. */
  take(purpose: CallPurpose, sender?: string): BudgetAnswer {
    const answer = takeCall(this.#calls, { purpose, sender }, Date.now());
    if (answer.isGranted) this.ctx.storage.kv.put(STORAGE_KEY, withoutSenders(this.#calls));
    return answer;
  }

  peek(purpose: CallPurpose): BudgetAnswer {
    return peekBudget(this.#calls, { purpose }, Date.now());
  }
}
