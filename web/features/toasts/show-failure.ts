import { type FailureWords, failureSentence } from "#web/api/api-error.ts";
import { showToast } from "./toast-store.ts";

/** The toast of a failed call: our title, and the server's sentence where it sends one. */
export function showFailure(error: unknown, { title, sentence = "" }: FailureWords): void {
  const description = failureSentence(error, sentence) || undefined;
  showToast({ title, description, tone: "destructive" });
}
