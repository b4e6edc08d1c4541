import { AppError } from "#worker/errors.ts";
import type { AppContext } from "./context.ts";

const MAX = 100;

/** `?limit=`, 1 to 100; anything else is said to be wrong, not corrected. */
export function readLimit(c: AppContext, fallback: number): number {
  const text = c.req.query("limit");
  if (text === undefined) return fallback;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX) return limit;
  throw new AppError("http.validation", {
    fields: { limit: `Limit must be a whole number from 1 to ${MAX}` },
  });
}
