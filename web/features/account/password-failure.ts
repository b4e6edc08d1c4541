import { ApiError } from "#web/api/api-error.ts";
import { tellFormFailure, type Failure } from "#web/features/toasts/tell-failure.ts";
import type { FormFailure } from "#web/lib/use-form.ts";

/** A password that the server refuses is said at its input. */
export function passwordFailure(error: unknown, input: string, words: Failure): FormFailure {
  const failure = tellFormFailure(error, words);
  const isWrong = error instanceof ApiError && error.code === "auth.wrong_password";
  return isWrong ? { ...failure, fields: { [input]: failure.general } } : failure;
}
