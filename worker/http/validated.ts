import { zValidator } from "@hono/zod-validator";
import * as z from "zod/mini";
import { fieldErrors } from "#schema/api/fields.ts";
import type { ErrorCode } from "#schema/api/errors.ts";
import { isObject } from "#schema/is-object.ts";
import { AppError } from "#worker/errors.ts";
import { readJsonText } from "./json-body.ts";

type Place = "json" | "query" | "param";

/** Of a stored row. Takes any text: an unknown id is 404, not 400. */
export const rowId = z.object({ id: z.string() });

/** A query parameter that is given twice counts by its first value. */
function firstValues(query: Record<string, string | string[]>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

interface Checked {
  success: boolean;
  data: unknown;
  error?: z.core.$ZodError;
}

/** Validates `place` against `schema`; throws `code`, with the invalid fields if it is http.validation. */
export function validated<Schema extends z.ZodMiniType, P extends Place>(
  place: P,
  schema: Schema,
  code: ErrorCode = "http.validation",
) {
  const check = zValidator(
    place,
    schema,
    ({ success, data, error }: Checked) => {
      if (success) return;
      if (code !== "http.validation") throw new AppError(code);
      // Query and parameters are always objects.
      const fields = isObject(data) ? error && fieldErrors(error) : { body: "Send a JSON object" };
      throw new AppError(code, { fields });
    },
    {
      // The option's type names the error class of full zod; zod/mini throws its base class.
      validationFunction: (_schema, value) =>
        z.safeParse(schema, place === "query" ? firstValues(value) : value) as never,
    },
  );
  if (place !== "json") return check;
  const readThenCheck: typeof check = async (c, next) => {
    await readJsonText(c);
    return check(c, next);
  };
  return readThenCheck;
}
