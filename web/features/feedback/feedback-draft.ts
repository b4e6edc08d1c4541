import { createFormDraft } from "#web/lib/form-draft.ts";

/** Keeps the typed text when the dialog is closed before it is sent. */
export const feedbackDraft = createFormDraft();

let last: { words: string; id: string | undefined } | null = null;

/**
 * Returns the same id for the same words until they are stored, so that a second press after a lost answer does not
 * store them twice (decision 140). Returns undefined outside a secure context, where randomUUID does not exist.
 */
export function submissionIdOf({ url: _page, ...sent }: { url?: unknown }): string | undefined {
  const words = JSON.stringify(sent);
  if (last?.words !== words) last = { words, id: globalThis.crypto.randomUUID?.() };
  return last.id;
}

export function endSubmission(): void {
  last = null;
}
