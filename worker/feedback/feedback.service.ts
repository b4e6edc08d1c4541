import type * as z from "zod/mini";
import type {
  Feedback,
  FeedbackListResponse,
  FeedbackPriority,
  feedbackRequest,
  FeedbackStatus,
  FeedbackUpdate,
} from "#schema/api/feedback.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { isOnTop, writeFeedbackCursor, type FeedbackQuery } from "./feedback.rules.ts";
import {
  deleteFeedback,
  insertFeedback,
  readFeedbackPage,
  updateFeedback,
  type FeedbackRow,
} from "./feedback.store.ts";

const MAX_USER_AGENT_LENGTH = 500;

/** Neither the account nor the order's own field: no answer has them. */
const toFeedback = ({
  isOnTop: _orderOnly,
  unearthUserId: _account,
  ...row
}: FeedbackRow): Feedback => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

interface Entry extends Pick<Feedback, "type" | "title" | "description"> {
  email: string | undefined;
  url: string | null;
  priority: FeedbackPriority;
}

/** An entry as it first is: open. */
export async function storeFeedback(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { type, title, description, email, url, priority }: Entry,
  userAgent: string | undefined,
  accountId: string | null,
): Promise<Feedback> {
  const now = new Date(clock.now());
  const row: FeedbackRow = {
    id: clock.uuid(),
    type,
    title,
    description,
    email: email ?? null,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    url,
    status: "open",
    priority,
    createdAt: now,
    updatedAt: now,
    isOnTop: isOnTop(type, "open"),
    unearthUserId: accountId,
  };
  await insertFeedback(db, row);
  return toFeedback(row);
}

export function submitFeedback(
  deps: Pick<Deps, "db" | "clock">,
  request: z.output<typeof feedbackRequest>,
  userAgent: string | undefined,
  accountId: string | null,
): Promise<Feedback> {
  const { type, title, description, email, url = null } = request;
  const entry: Entry = { type, title, description, email, url, priority: "medium" };
  return storeFeedback(deps, entry, userAgent, accountId);
}

export async function listFeedback(
  { db }: Pick<Deps, "db">,
  { after, status, type, limit }: FeedbackQuery,
): Promise<FeedbackListResponse> {
  const request = { status, type, after: after ?? undefined, rows: limit + 1 };
  const { found, tallies } = await readFeedbackPage(db, request);
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
  const nextPage = last
    ? writeFeedbackCursor({ ...last, createdAt: last.createdAt.getTime() })
    : null;
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
