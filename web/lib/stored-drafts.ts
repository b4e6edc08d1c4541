import { writeStored } from "./stored.ts";

/** The keys of forms whose typed words the browser stores until its tab is closed (decision 144). */
const STORED_DRAFTS = ["draft feedback", "draft removal request"] as const;

export type StoredDraft = (typeof STORED_DRAFTS)[number];

/** Loads no form: one that is loaded empties its words itself when it is claimed. */
export function forgetStoredDrafts(): void {
  for (const key of STORED_DRAFTS) writeStored("session", key, null);
}
