import type * as z from "zod/mini";
import { fieldErrors } from "#schema/api/fields.ts";

export type FormValues = Record<string, string>;
export type FieldErrors = Record<string, string>;
export type FormCheck<T> =
  | { data: T; errors?: undefined }
  | { data?: undefined; errors: FieldErrors };

/** Checks a form with the API's own schema before it is sent. */
export function checkForm<T>(
  schema: z.ZodMiniType<T>,
  values: Readonly<Record<string, unknown>>,
): FormCheck<T> {
  const result = schema.safeParse(values);
  return result.success ? { data: result.data } : { errors: fieldErrors(result.error) };
}

/** The input that repeats a password, and the inputs that it can repeat. */
export const CONFIRMATION = "confirmPassword";
export const CONFIRMED = ["password", "newPassword"];

/** Adds the check that the API does not have: both passwords are the same. */
export function withConfirmation<T>(
  result: FormCheck<T>,
  values: FormValues,
  repeated: string,
): FormCheck<T> {
  if (values[repeated] === values[CONFIRMATION]) return result;
  return { errors: { ...result.errors, [CONFIRMATION]: "Passwords do not match" } };
}

export function readForm(form: HTMLFormElement): FormValues {
  const entries = [...new FormData(form)];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
