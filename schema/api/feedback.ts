import * as z from "zod/mini";
import {
  codePoints,
  emptyAsAbsent,
  emptyAsDefault,
  optionalEmail,
  requiredText,
  submissionIdField,
} from "./fields.ts";

/** The types that the feedback form offers. */
export const FEEDBACK_TYPES = ["bug", "feature", "improvement", "general"] as const;
/** The types in the list. Removal requests come from another form. */
export const FEEDBACK_LIST_TYPES = [...FEEDBACK_TYPES, "removal"] as const;
export type FeedbackType = (typeof FEEDBACK_LIST_TYPES)[number];
export const FEEDBACK_STATUSES = ["open", "in_progress", "resolved", "closed"] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];
export const FEEDBACK_PRIORITIES = ["low", "medium", "high", "urgent"] as const;
export type FeedbackPriority = (typeof FEEDBACK_PRIORITIES)[number];

/** URL.parse() alone would leave out tabs and line breaks, also within "https". */
const isWebAddress = (value: string): boolean =>
  codePoints(value) <= 2000 && /^https?:[^\p{Cc}]+$/iu.test(value) && URL.parse(value) !== null;

export const feedbackRequest = z.object({
  type: emptyAsDefault(z.enum(FEEDBACK_TYPES, { error: "Choose a type" }), "general"),
  title: requiredText("Title is required", { max: [200, "Title too long"] }),
  description: requiredText("Please provide more details", {
    min: [10, "Please provide more details"],
    max: [2000, "Description too long"],
  }),
  email: optionalEmail("Invalid email"),
  url: emptyAsAbsent(
    z.pipe(
      z.string({ error: "Invalid address" }),
      z.pipe(
        z.transform((value: string) => value.trim().toWellFormed()),
        z.string().check(z.refine(isWebAddress, { error: "Invalid address" })),
      ),
    ),
  ),
  submissionId: submissionIdField,
});
export type FeedbackRequest = z.input<typeof feedbackRequest>;

export const feedbackUpdate = z
  .object({
    status: emptyAsAbsent(z.enum(FEEDBACK_STATUSES, { error: "Unknown status" })),
    priority: emptyAsAbsent(z.enum(FEEDBACK_PRIORITIES, { error: "Unknown priority" })),
  })
  .check(
    z.refine((value) => value.status !== undefined || value.priority !== undefined, {
      error: "Send a status or a priority",
      path: ["status"],
    }),
  );
export type FeedbackUpdate = z.input<typeof feedbackUpdate>;

export interface Feedback {
  id: string;
  type: FeedbackType;
  title: string;
  description: string;
  email: string | null;
  userAgent: string | null;
  url: string | null;
  status: FeedbackStatus;
  priority: FeedbackPriority;
  createdAt: string;
  updatedAt: string;
}

export interface FeedbackResponse {
  success: true;
  message: string;
  feedback: Feedback;
}

export interface FeedbackListResponse {
  success: true;
  feedback: Feedback[];
  /** Number of entries that match the filter. */
  total: number;
  /** Number of entries by status, without the filter. */
  counts: Record<FeedbackStatus, number>;
  nextPage: string | null;
}
