import { loadedDrafts } from "./loaded-drafts.ts";
import { readStored, writeStored } from "./stored.ts";

/** The keys of forms whose typed words the browser stores until its tab is closed (decision 144). */
const STORED_DRAFTS = ["draft feedback", "draft removal request"] as const;

export type StoredDraft = (typeof STORED_DRAFTS)[number];

/** Loads no form. Loaded ones have their words in memory too. */
export function forgetStoredDrafts(): void {
  for (const key of STORED_DRAFTS) writeStored("session", key, null);
  for (const draft of loadedDrafts) draft.clear();
}

/** Gives words that a signed-out visitor typed, before a reload for example, to the account that logs in. */
export function claimStoredDrafts(account: string): void {
  for (const key of STORED_DRAFTS) {
    // Quotes in the typed words are escaped, so only the draft's own field matches.
    const text = readStored("session", key)?.replace('"owner":null', `"owner":"${account}"`);
    if (text) writeStored("session", key, text);
  }
}
