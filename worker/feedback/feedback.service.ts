import type * as z from "zod/mini";
import type {
  Feedback,
  FeedbackListResponse,
  feedbackRequest,
  FeedbackStatus,
  FeedbackUpdate,
} from "#schema/api/feedback.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { writeCursor, type FeedbackFilter } from "./feedback.rules.ts";
import {
  deleteFeedback,
  insertFeedback,
  readPage,
  updateFeedback,
  type FeedbackRow,
} from "./feedback.store.ts";

const LONGEST_USER_AGENT = 500;

const toFeedback = (row: FeedbackRow): Feedback => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function submitFeedback(
  { db, clock }: Pick<Deps, "db" | "clock">,
  request: z.output<typeof feedbackRequest>,
  userAgent: string | undefined,
): Promise<Feedback> {
  const now = new Date(clock.now());
  const { type, title, description, email, url } = request;
  const row: FeedbackRow = {
    id: clock.uuid(),
    type,
    title,
    description,
    email: email ?? null,
    userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
    url: url ?? null,
    status: "open",
    priority: "medium",
    createdAt: now,
    updatedAt: now,
  };
  await insertFeedback(db, row);
  return toFeedback(row);
}

export async function listFeedback(
  { db }: Pick<Deps, "db">,
  { after, status, type }: FeedbackFilter,
  limit: number,
): Promise<FeedbackListResponse> {
  const request = { status, type, after: after ?? undefined, rows: limit + 1 };
  const { found, tallies } = await readPage(db, request);
  const counts: Record<FeedbackStatus, number> = {
    open: 0,
    in_progress: 0,
    resolved: 0,
    closed: 0,
  };
  let total = 0;
  for (const tally of tallies) {
    counts[tally.status] += tally.count;
    const matches = (!status || tally.status === status) && (!type || tally.type === type);
    if (matches) total += tally.count;
  }
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const nextPage = last ? writeCursor({ createdAt: last.createdAt.getTime(), id: last.id }) : null;
  return { success: true, feedback: page.map(toFeedback), total, counts, nextPage };
}

export async function changeFeedback(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: string,
  update: FeedbackUpdate,
): Promise<Feedback> {
  const row = await updateFeedback(db, id, update, new Date(clock.now()));
  if (!row) throw new AppError("feedback.not_found");
  return toFeedback(row);
}

export async function removeFeedback({ db }: Pick<Deps, "db">, id: string): Promise<void> {
  if (!(await deleteFeedback(db, id))) throw new AppError("feedback.not_found");
}
