import * as z from "zod/mini";
import {
  FEEDBACK_LIST_TYPES,
  FEEDBACK_STATUSES,
  type FeedbackStatus,
  type FeedbackType,
} from "#schema/api/feedback.ts";
import { emptyAsAbsent, limitField } from "#schema/api/fields.ts";
import {
  cursorField,
  readTimeCursor,
  writeTimeCursor,
  type TimePosition,
} from "#worker/lib/time-cursor.ts";

const DEFAULT_LIMIT = 20;

export interface FeedbackPosition extends TimePosition {
  isOnTop: boolean;
}

/** Open removal requests come before all other entries. */
export const isOnTop = (type: FeedbackType, status: FeedbackStatus): boolean =>
  type === "removal" && status === "open";

/** Prefix of a cursor among the entries on top. */
const TOP = "top.";

export const writeFeedbackCursor = ({ isOnTop: isTop, ...position }: FeedbackPosition): string =>
  `${isTop ? TOP : ""}${writeTimeCursor(position)}`;

function readFeedbackCursor(text: string): FeedbackPosition | null {
  const isTop = text.startsWith(TOP);
  const position = readTimeCursor(isTop ? text.slice(TOP.length) : text);
  return position && { isOnTop: isTop, ...position };
}

export const feedbackQuery = z.object({
  after: emptyAsAbsent(cursorField(readFeedbackCursor)),
  status: emptyAsAbsent(z.enum(FEEDBACK_STATUSES, { error: "Unknown status" })),
  type: emptyAsAbsent(z.enum(FEEDBACK_LIST_TYPES, { error: "Unknown type" })),
  limit: limitField(DEFAULT_LIMIT),
});
export type FeedbackQuery = z.output<typeof feedbackQuery>;
