import * as z from "zod/mini";
import { FEEDBACK_STATUSES, FEEDBACK_TYPES } from "#schema/api/feedback.ts";
import { emptyAsAbsent } from "#schema/api/fields.ts";

/** The last entry of a page: the next one begins below it. */
export interface Position {
  createdAt: number;
  id: string;
}

const CURSOR = /^([0-9a-z]{1,9})\.([0-9a-f-]{36})$/;

/** Opaque to the client; short, and nothing in it has to be trusted. */
export const writeCursor = ({ createdAt, id }: Position): string =>
  `${createdAt.toString(36)}.${id}`;

export function readCursor(text: string): Position | null {
  const [, time = "", id = ""] = CURSOR.exec(text) ?? [];
  return id === "" ? null : { createdAt: Number.parseInt(time, 36), id };
}

const after = z.pipe(
  z
    .string()
    .check(z.refine((text) => readCursor(text) !== null, { error: "This page does not exist" })),
  z.transform(readCursor),
);

export const feedbackQuery = z.object({
  after: emptyAsAbsent(after),
  status: emptyAsAbsent(z.enum(FEEDBACK_STATUSES, { error: "Unknown status" })),
  type: emptyAsAbsent(z.enum(FEEDBACK_TYPES, { error: "Unknown type" })),
});
export type FeedbackFilter = z.output<typeof feedbackQuery>;
