import { createFormDraft } from "#web/lib/form-draft.ts";

/** Kept through a visit to another page or app, for example to copy the post's link. */
export const requestDraft = createFormDraft({}, "draft removal request");
