import { isObject } from "#schema/is-object.ts";
import { parseJson } from "#schema/parse-json.ts";
import type { FormValues } from "./form-values.ts";
import { loadedDrafts } from "./loaded-drafts.ts";
import { createStore, type Store } from "./store.ts";
import type { StoredDraft } from "./stored-drafts.ts";
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
  /** How often a claim has emptied the draft. */
  timesEmptied: Store<number>;
}

interface Kept {
  values: FormValues;
  /** The account that typed them; null: nobody was signed in. */
  owner: string | null;
  /** The last submission, whose answer may be lost. */
  last?: { sent: string; id?: string | undefined } | null;
}

const isText = (value: unknown): value is string => typeof value === "string";

const isSubmission = (value: unknown): value is Kept["last"] =>
  isObject(value) && isText(value.sent) && isText(value.id);

/** Null where nothing, or another version's text, is stored. */
function readKept(key: StoredDraft): Kept | null {
  const stored = parseJson(readStored("session", key) ?? "");
  const { values, owner, last } = (stored ?? {}) as Partial<Kept>;
  if (!isObject(values) || !Object.values(values).every(isText)) return null;
  return { values, owner: isText(owner) ? owner : null, last: isSubmission(last) ? last : null };
}

function storeKept(key: StoredDraft, kept: Kept): void {
  const isEmpty = Object.keys(kept.values).length === 0;
  writeStored("session", key, isEmpty ? null : JSON.stringify(kept));
}

/** `storedAs`: the draft survives a reload of the tab, and ends with the tab (decision 144). */
export function createFormDraft(initial: FormValues = {}, storedAs?: StoredDraft): FormDraft {
  let kept: Kept = (storedAs && readKept(storedAs)) ?? { values: initial, owner: null };
  let emptied = 0;
  const timesEmptied = createStore(() => emptied);
  const change = (to: Partial<Kept>) => {
    kept = { ...kept, ...to };
    if (storedAs) storeKept(storedAs, kept);
  };
  const clear = () => change({ values: {}, last: null });
  const draft: FormDraft = {
    timesEmptied,
    read: (name) => kept.values[name],
    keep: (values) => change({ values }),
    submissionIdOf: (values) => {
      const sent = JSON.stringify(values);
      if (kept.last?.sent !== sent)
        change({ last: { sent, id: globalThis.crypto.randomUUID?.() } });
      return kept.last?.id;
    },
    clear,
    clearLater: () => {
      const sent = kept.values;
      return () => {
        const isSame = kept.values === sent;
        if (isSame) clear();
        return isSame;
      };
    },
    claim: (account) => {
      const isOthers = kept.owner !== null && kept.owner !== account;
      if (isOthers) clear();
      change({ owner: account });
      emptied += Number(isOthers);
      if (isOthers) timesEmptied.notify();
    },
  };
  if (storedAs) loadedDrafts.add(draft);
  return draft;
}
