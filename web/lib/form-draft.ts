import { isObject } from "#schema/is-object.ts";
import type { FormValues } from "./form-values.ts";
import { readStored, writeStored } from "./stored.ts";

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
  /** Empties another account's draft. `null`: a signed-out visitor, whose words stay for their login. */
  claim: (account: string | null) => void;
}

interface Kept {
  values: FormValues;
  /** The account that typed them; null: nobody was signed in. */
  owner: string | null;
}

/** Null where nothing, or another version's text, is stored. */
function parseKept(text: string | null): Kept | null {
  try {
    const { values, owner } = JSON.parse(text ?? "") as Partial<Kept>;
    const isText = (value: unknown) => typeof value === "string";
    if (!isObject(values) || !Object.values(values).every(isText)) return null;
    return { values, owner: isText(owner) ? owner : null };
  } catch {
    return null;
  }
}

/** `storedAs`: the draft survives a reload of the tab, and ends with the tab (decision 144). */
export function createFormDraft(initial: FormValues = {}, storedAs?: string): FormDraft {
  const key = storedAs && `draft ${storedAs}`;
  const stored = key ? parseKept(readStored("session", key)) : null;
  let { values: kept, owner }: Kept = stored ?? { values: initial, owner: null };
  let last: { sent: string; id: string | undefined } | null = null;
  const store = () => {
    if (key) writeStored("session", key, JSON.stringify({ values: kept, owner }));
  };
  const clear = () => {
    kept = {};
    last = null;
    if (key) writeStored("session", key, null);
  };
  return {
    read: (name) => kept[name],
    keep: (next) => {
      kept = next;
      store();
    },
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
      if (Object.keys(kept).length > 0) store();
    },
  };
}
