import * as z from "zod/mini";
import {
  FEEDBACK_LIST_TYPES,
  FEEDBACK_STATUSES,
  type FeedbackStatus,
  type FeedbackType,
} from "#schema/api/feedback.ts";
import { emptyAsAbsent, limitField } from "#schema/api/fields.ts";

const DEFAULT_LIMIT = 20;

/** The last entry of a page; the next page begins after it. */
export interface Position {
  isOnTop: boolean;
  createdAt: number;
  id: string;
}

/** Open requests for removal stand above everything else, newest first like the rest. */
export const isOnTop = (type: FeedbackType, status: FeedbackStatus): boolean =>
  type === "removal" && status === "open";

const CURSOR = /^(top\.)?([0-9a-z]{1,9})\.([0-9a-f-]{36})$/;

/** Opaque to the client. Unsigned: every value it can hold is a valid position. */
export const writeCursor = ({ isOnTop: isTop, createdAt, id }: Position): string =>
  `${isTop ? "top." : ""}${createdAt.toString(36)}.${id}`;

function readCursor(text: string): Position | null {
  const [, top, time = "", id = ""] = CURSOR.exec(text) ?? [];
  if (id === "") return null;
  return { isOnTop: top !== undefined, createdAt: Number.parseInt(time, 36), id };
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
  type: emptyAsAbsent(z.enum(FEEDBACK_LIST_TYPES, { error: "Unknown type" })),
  limit: limitField(DEFAULT_LIMIT),
});
export type FeedbackQuery = z.output<typeof feedbackQuery>;

/** Any text: an id that is not stored, whatever its form, is 404. */
export const feedbackId = z.object({ id: z.string() });
