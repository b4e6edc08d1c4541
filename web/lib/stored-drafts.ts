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

/** Gives a signed-out visitor's words to the account, also if only the storage has them after a reload. */
export function claimDrafts(account: string): void {
  for (const draft of loadedDrafts) draft.claim(account);
  for (const key of STORED_DRAFTS) {
    const text = readStored("session", key);
    // Quotes in the typed words are escaped, so only the draft's own field matches.
    if (text) writeStored("session", key, text.replace('"owner":null', `"owner":"${account}"`));
  }
}
