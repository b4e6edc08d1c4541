import type { FormValues } from "./form-values.ts";

/** Typed values, kept while their form is not on the page. */
export interface FormDraft {
  read: (name: string) => string | undefined;
  keep: (values: FormValues) => void;
  /**
   * Returns the same id for the same values until `clear`, so that a second press after a lost answer does not store
   * them twice (decision 140). Returns undefined outside a secure context, where randomUUID does not exist.
   */
  submissionIdOf: (sent: object) => string | undefined;
  clear: () => void;
  /** For a form that can be closed and filled in again before its answer: clears if nothing was typed since the call. */
  clearLater: () => () => boolean;
  /** Empties another account's draft. Null is a signed-out visitor, whose words stay for their login. */
  claim: (account: string | null) => void;
}

export function createFormDraft(values: FormValues = {}): FormDraft {
  let kept = values;
  let last: { sent: string; id: string | undefined } | null = null;
  let owner: string | null = null;
  const clear = () => {
    kept = {};
    last = null;
  };
  return {
    read: (name) => kept[name],
    keep: (next) => void (kept = next),
    submissionIdOf: (values) => {
      const sent = JSON.stringify(values);
      if (last?.sent !== sent) last = { sent, id: globalThis.crypto.randomUUID?.() };
      return last.id;
    },
    clear,
    clearLater: () => {
      const sent = kept;
      return () => {
        const isSame = kept === sent;
        if (isSame) clear();
        return isSame;
      };
    },
    claim: (account) => {
      if (owner !== null && owner !== account) clear();
      owner = account;
    },
  };
}
