import { createFormDraft } from "#web/lib/form-draft.ts";

/** Restores the typed text after a click on the backdrop has closed the dialog. */
export const feedbackDraft = createFormDraft();

let last: { words: string; id: string | undefined } | null = null;

/**
 * The same for the same words until they are stored: pressed again after a lost answer, they are not stored twice
 * (decision 140). None where the page is not of a secure context, which has no randomUUID.
 */
export function submissionIdOf({ url: _page, ...sent }: { url?: unknown }): string | undefined {
  const words = JSON.stringify(sent);
  if (last?.words !== words) last = { words, id: globalThis.crypto.randomUUID?.() };
  return last.id;
}

export function endSubmission(): void {
  last = null;
}
