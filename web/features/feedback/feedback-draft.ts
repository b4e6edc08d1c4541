import { createFormDraft } from "#web/lib/form-draft.ts";

/** Keeps the typed text when the dialog is closed or the page reloaded before it is sent. */
export const feedbackDraft = createFormDraft({}, "draft feedback");
