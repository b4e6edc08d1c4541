import type { FormValues } from "#web/lib/form-values.ts";

let draft: FormValues = {};

/** A press beside the modal closes it. What was typed is there again when it opens. */
export const feedbackDraft = {
  read: (name: string): string | undefined => draft[name],
  keep: (values: FormValues): void => void (draft = values),
  clear: (): void => void (draft = {}),
};
