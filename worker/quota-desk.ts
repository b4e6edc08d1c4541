import { DurableObject } from "cloudflare:workers";
import type { DeskPort } from "./source/desk.ts";
import { lookAtDesk, takeCall, type DeskState, type Grant } from "./source/desk.rules.ts";

/**
 * One object a source. Nothing is stored: it is put away only after more than a minute without a
 * question, and by then there is nothing left to remember.
 */
export class QuotaDesk extends DurableObject {
  readonly #state: DeskState = { calls: [] };

  take(): Grant {
    return takeCall(this.#state, Date.now());
  }

  look(): Grant {
    return lookAtDesk(this.#state, Date.now());
  }
}

export function deskOver(namespace: DurableObjectNamespace<QuotaDesk>): DeskPort {
  const of = (scope: string) => namespace.get(namespace.idFromName(scope));
  return {
    take: async (scope) => of(scope).take(),
    look: async (scope) => of(scope).look(),
  };
}
