import { writeStored } from "./stored.ts";

/** Forms whose typed words the browser stores until its tab is closed (decision 144). */
const STORED_DRAFTS = ["feedback", "removal request"] as const;

export type StoredDraft = (typeof STORED_DRAFTS)[number];

export const draftKey = (name: StoredDraft): string => `draft ${name}`;

/** Loads no form: one that is loaded empties its words itself when it is claimed. */
export function forgetStoredDrafts(): void {
  for (const name of STORED_DRAFTS) writeStored("session", draftKey(name), null);
}
