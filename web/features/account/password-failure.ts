import { ApiError, type FailureWords, formFailure } from "#web/api/api-error.ts";
import type { FormFailure } from "#web/lib/use-form.ts";

/** Shows a refused password at its input. */
export function passwordFailure(error: unknown, input: string, words: FailureWords): FormFailure {
  const failure = formFailure(error, words);
  const isWrong = error instanceof ApiError && error.code === "auth.wrong_password";
  return isWrong ? { ...failure, fields: { [input]: failure.general } } : failure;
}
