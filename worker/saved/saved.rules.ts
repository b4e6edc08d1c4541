import * as z from "zod/mini";
import { MINUTE_MS } from "#schema/time.ts";
import { BAD_CURSOR, emptyAsAbsent, limitField } from "#schema/api/fields.ts";

const DEFAULT_LIMIT = 50;

/** No heart is older: the project began later. */
const EARLIEST_HEART = Date.UTC(2020, 0, 1);

/** The creation time, in base 36, of the last heart shown; unique within an account (decision 020). */
const after = z.pipe(
  z.string().check(z.regex(/^[0-9a-z]{1,10}$/, BAD_CURSOR)),
  z.pipe(
    z.transform((text: string) => Number.parseInt(text, 36)),
    z.pipe(
      z.number().check(z.minimum(EARLIEST_HEART, BAD_CURSOR)),
      z.transform((time: number) => new Date(time)),
    ),
  ),
);

export const savedQuery = z.object({
  limit: limitField(DEFAULT_LIMIT),
  after: emptyAsAbsent(after),
});
export type SavedQuery = z.output<typeof savedQuery>;

export const writeSavedCursor = (savedAt: Date): string => savedAt.getTime().toString(36);

/** Parallel hearts of one account follow each other by a millisecond, so the newest can lie a little ahead. */
export const isAhead = (savedAt: Date, now: number): boolean => savedAt.getTime() > now + MINUTE_MS;
