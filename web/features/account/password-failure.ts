import { ApiError, formFailure } from "#web/api/api-error.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import type { FormFailure } from "#web/lib/use-form.ts";

/** A password that the server refuses is said at its input. */
export function passwordFailure(
  error: unknown,
  input: string,
  { title, sentence }: { title: string; sentence: string },
): FormFailure {
  const failure = formFailure(error, sentence);
  showToast({ title, description: failure.general, tone: "destructive" });
  const isWrong = error instanceof ApiError && error.code === "auth.wrong_password";
  return isWrong ? { ...failure, fields: { [input]: failure.general } } : failure;
}
