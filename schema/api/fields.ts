import * as z from "zod/mini";

export const BAD_CURSOR = { error: "The page cursor is not valid" };
export const BAD_USERNAME = "That is not a Reddit username";
export const BAD_POST_ID = "That is not a Reddit post id";

/** Field lengths count code points, so that an emoji is one character. */
export const codePoints = (value: string): number => [...value].length;

/** The length of a text whose spaces at both ends do not count. */
export const trimmedLength = (value: string): number => codePoints(value.trim());

/** Anything but spaces and characters that no font draws; U+2800 is a braille cell without dots. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Nothing of it can be seen. The joiners inside emoji are invisible too, beside characters that are not. */
const isBlank = (value: string): boolean => !VISIBLE.test(value);

/** No person types them, so a field of them alone is not blank but invalid. */
const CONTROLS = /\p{Cc}/gu;

/**
 * A required string: `required` is the error for missing, empty and of the wrong type. A text that is not trimmed is a
 * password, and counted in the form that is hashed: keyboards differ in how they compose a letter.
 */
export function requiredText(
  required: string,
  checks: {
    min?: [number, string];
    max?: [number, string | ((value: string) => string)];
    trim?: boolean;
  },
) {
  const { min, max, trim = true } = checks;
  return z.pipe(
    z.string({ error: required }),
    z.pipe(
      // D1 would store a lone surrogate differently from the text in the answer.
      z.transform((value: string) => (trim ? value.trim() : value.normalize("NFC")).toWellFormed()),
      z.string().check(
        z.superRefine((value, ctx) => {
          const length = codePoints(value);
          const issue = (message: string) =>
            ctx.addIssue({ code: "custom", message, input: value });
          if (trim ? isBlank(value.replace(CONTROLS, "")) : length === 0) issue(required);
          else if (min && length < min[0]) issue(min[1]);
          else if (max && length > max[0])
            issue(typeof max[1] === "string" ? max[1] : max[1](value));
        }),
      ),
    ),
  );
}

/** Not trimmed. `required` is also the error below `min` characters. */
export const passwordField = (required: string, min = 1) =>
  requiredText(required, {
    trim: false,
    min: [min, required],
    max: [100, "Password must be at most 100 characters"],
  });

export const newPassword = passwordField("Password must be at least 8 characters", 8);

const absentIfEmpty = (value: unknown) =>
  value === null || (typeof value === "string" && isBlank(value)) ? undefined : value;

type Loose = z.ZodMiniType<unknown, NonNullable<unknown> | undefined>;

/** For optional fields: an empty string or null counts as absent. */
export function emptyAsAbsent<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  const absentOr = z.pipe(z.transform(absentIfEmpty), z.optional(schema) as unknown as Loose);
  return z.optional(absentOr) as unknown as z.ZodMiniOptional<T>;
}

/** The same for a field with a default. */
export function emptyAsDefault<T extends z.ZodMiniType>(
  schema: T,
  fallback: z.core.util.NoUndefined<z.output<T>>,
): z.ZodMiniDefault<T> {
  const filled = z._default(schema, fallback) as unknown as Loose;
  const filledIfEmpty = z.pipe(z.transform(absentIfEmpty), filled);
  return z._default(
    filledIfEmpty,
    fallback as NonNullable<unknown>,
  ) as unknown as z.ZodMiniDefault<T>;
}

/** E-mail addresses that a browser's field accepts, with a dot in the domain. */
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

/** A client's id of what it sends. Sent again after a lost answer, it is stored once (decision 140). */
export const submissionIdField = emptyAsAbsent(z.uuid({ error: "Invalid submission id" }));

/** A string of `pattern`, with the same error for another type. */
export const patternField = (pattern: RegExp, error: string) =>
  z.string({ error }).check(z.regex(pattern, { error }));

/** From 1 to `max`; other numbers are an error, not corrected. */
function limitUpTo(max: number) {
  const error = `Limit must be a whole number from 1 to ${max}`;
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error }));
}

/** `limit` as a field of a body, `fallback` where it is absent. */
export const limitInBody = (max: number, fallback: number) =>
  emptyAsDefault(limitUpTo(max), fallback);

const readLimit = (text: string) => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : Number.NaN);

/** `?limit=` in a query, at most 100. */
export const limitField = (fallback: number) =>
  emptyAsDefault(z.pipe(z.pipe(z.string(), z.transform(readLimit)), limitUpTo(100)), fallback);

/** The first message per field. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.map(String).join(".") || "body";
    fields[name] ??= issue.message;
  }
  return fields;
}
