import * as z from "zod/mini";
import { MINUTE_MS } from "#schema/time.ts";
import { BAD_CURSOR, emptyAsAbsent, limitField } from "#schema/api/fields.ts";

const DEFAULT_LIMIT = 50;

/** No heart is older: the project began later. */
const EARLIEST_HEART = Date.UTC(2020, 0, 1);

const timeIn = (cursor: string) => Number.parseInt(cursor, 36);
const isCursor = (text: string) => /^[0-9a-z]{1,10}$/.test(text) && timeIn(text) >= EARLIEST_HEART;

/** The creation time, in base 36, of the last heart shown; unique within an account (decision 020). */
const after = z.pipe(
  z.string().check(z.refine(isCursor, BAD_CURSOR)),
  z.transform((cursor: string) => new Date(timeIn(cursor))),
);

export const savedQuery = z.object({
  limit: limitField(DEFAULT_LIMIT),
  after: emptyAsAbsent(after),
});
export type SavedQuery = z.output<typeof savedQuery>;

export const writeSavedCursor = ({ savedAt }: { savedAt: Date }): string =>
  savedAt.getTime().toString(36);

/** Parallel hearts of one account follow each other by a millisecond, so the newest can lie a little ahead. */
export const isAhead = (savedAt: Date, now: number): boolean => savedAt.getTime() > now + MINUTE_MS;
