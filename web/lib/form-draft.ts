import type { FormValues } from "./form-values.ts";

/** Typed values, kept while their form is not on the page. */
export interface FormDraft {
  read: (name: string) => string | undefined;
  keep: (values: FormValues) => void;
  clear: () => void;
}

export function createFormDraft(values: FormValues = {}): FormDraft {
  let kept = values;
  return {
    read: (name) => kept[name],
    keep: (next) => void (kept = next),
    clear: () => void (kept = {}),
  };
}
