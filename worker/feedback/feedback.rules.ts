import * as z from "zod/mini";
import {
  FEEDBACK_LIST_TYPES,
  FEEDBACK_STATUSES,
  type FeedbackPriority,
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
  rank: number;
}

/** Open removal requests come before all other entries, urgent ones first. */
export const rankOfNew = (type: FeedbackType, priority: FeedbackPriority): number =>
  type === "removal" ? (priority === "urgent" ? 2 : 1) : 0;

/** Prefixes of a cursor, by rank. */
const PREFIXES = ["", "top.", "urgent."];

export const writeFeedbackCursor = (last: { rank: number; createdAt: Date; id: string }): string =>
  `${PREFIXES[last.rank] ?? ""}${writeTimeCursor(last)}`;

function readFeedbackCursor(text: string): FeedbackPosition | null {
  const rank = PREFIXES.findLastIndex((prefix) => text.startsWith(prefix));
  const position = readTimeCursor(text.slice(PREFIXES[rank]?.length));
  return position && { rank, ...position };
}

export const feedbackQuery = z.object({
  after: emptyAsAbsent(cursorField(readFeedbackCursor)),
  status: emptyAsAbsent(z.enum(FEEDBACK_STATUSES, { error: "Unknown status" })),
  type: emptyAsAbsent(z.enum(FEEDBACK_LIST_TYPES, { error: "Unknown type" })),
  limit: limitField(DEFAULT_LIMIT),
});
export type FeedbackQuery = z.output<typeof feedbackQuery>;
