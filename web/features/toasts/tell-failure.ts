import { failureSentence, formFailure } from "#web/api/api-error.ts";
import type { FormFailure } from "#web/lib/use-form.ts";
import { showToast } from "./toast-store.ts";

/** The product's own words: what failed, and what to say of it where the server says nothing. */
export interface Failure {
  title: string;
  sentence?: string;
}

export function tellFailure(error: unknown, { title, sentence = "" }: Failure): void {
  const description = failureSentence(error, sentence) || undefined;
  showToast({ title, description, tone: "destructive" });
}

/** Told in a toast, and given back for the form to show at its inputs and above its button. */
export function tellFormFailure(error: unknown, failure: Failure): FormFailure {
  tellFailure(error, failure);
  return formFailure(error, failure.sentence || failure.title);
}
