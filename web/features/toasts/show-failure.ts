import { type FailureWords, failureSentence } from "#web/api/api-error.ts";
import { showToast } from "./toast-store.ts";

/** The toast of a failed call: our title, with the server's sentence if there is one. */
export function showFailure(error: unknown, { title, sentence = "" }: FailureWords): void {
  const description = failureSentence(error, sentence) || undefined;
  showToast({ title, description, tone: "destructive" });
}
