import * as z from "zod/mini";
import { BAD_CURSOR, emptyAsAbsent, limitField } from "#schema/api/fields.ts";

const DEFAULT_LIMIT = 50;

/** The creation time, in base 36, of the last heart shown; unique within an account (decision 020). */
const after = z.pipe(
  z.string().check(z.regex(/^[0-9a-z]{1,10}$/, BAD_CURSOR)),
  z.transform((text: string) => new Date(Number.parseInt(text, 36))),
);

export const savedQuery = z.object({
  limit: limitField(DEFAULT_LIMIT),
  after: emptyAsAbsent(after),
});
export type SavedQuery = z.output<typeof savedQuery>;

export const writeSavedCursor = (savedAt: Date): string => savedAt.getTime().toString(36);
