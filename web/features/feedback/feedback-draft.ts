import { createFormDraft } from "#web/lib/form-draft.ts";

/** A click on the backdrop closes the dialog. The draft restores what was typed. */
export const feedbackDraft = createFormDraft();
