import * as z from "zod/mini";

/** Lengths are counted in code points, so that an emoji is one character, as a person counts. */
export const codePoints = (value: string): number => [...value].length;

/** A required string: missing, empty and of the wrong type all say `required`. */
export function requiredText(
  required: string,
  checks: { min?: [number, string]; max?: [number, string]; trim?: boolean } = {},
) {
  const { min, max, trim = true } = checks;
  return z.pipe(
    z.string({ error: required }),
    z.pipe(
      z.transform((value: string) => (trim ? value.trim() : value)),
      z.string().check(
        z.superRefine((value, ctx) => {
          const length = codePoints(value);
          const issue = (message: string) =>
            ctx.addIssue({ code: "custom", message, input: value });
          if (length === 0) issue(required);
          else if (min && length < min[0]) issue(min[1]);
          else if (max && length > max[0]) issue(max[1]);
        }),
      ),
    ),
  );
}

/** Optional fields: an empty string (or null) counts as absent. */
export function emptyAsAbsent<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  const absentOr = z.pipe(
    z.transform((value: unknown) =>
      value === null || (typeof value === "string" && value.trim() === "") ? undefined : value,
    ),
    z.optional(schema) as unknown as z.ZodMiniType<unknown, NonNullable<unknown> | undefined>,
  );
  return z.optional(absentOr) as unknown as z.ZodMiniOptional<T>;
}

/** What a browser's own e-mail field accepts, with a dot in the domain. */
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

export function optionalEmail(invalid: string) {
  return emptyAsAbsent(
    z.pipe(
      z.string({ error: invalid }),
      z.pipe(
        z.transform((value: string) => value.trim()),
        z
          .string()
          .check(z.refine((value) => value.length <= 254 && EMAIL.test(value), { error: invalid })),
      ),
    ),
  );
}

/** The first message of each field, in the form the API's error body and the web's forms share. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.map(String).join(".") || "body";
    fields[name] ??= issue.message;
  }
  return fields;
}
