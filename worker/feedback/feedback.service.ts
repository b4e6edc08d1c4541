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
import { cutPage } from "#worker/lib/cut-page.ts";
import { rankOfNew, writeFeedbackCursor, type FeedbackQuery } from "./feedback.rules.ts";
import {
  countOpen,
  deleteFeedback,
  findFeedback,
  insertFeedback,
  readFeedbackPage,
  updateFeedback,
  type FeedbackRow,
} from "./feedback.store.ts";

const MAX_USER_AGENT_LENGTH = 500;
/** Of one type. An entry has up to 10 KB, and many networks can send many (decision 143). */
const MAX_OPEN_ENTRIES = 10_000;

/** Leaves out the account and the rank, which no answer contains. */
const toFeedback = ({
  rank: _orderOnly,
  unearthUserId: _account,
  ...row
}: FeedbackRow): Feedback => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

interface Entry extends Pick<Feedback, "type" | "title" | "description"> {
  email?: string | undefined;
  url: string | null;
  priority: FeedbackPriority;
  /** The client's, which it sends again after a lost answer. */
  submissionId?: string | undefined;
}

const SENT = ["type", "title", "description", "email", "unearthUserId"] as const;

/** The same words of the same sender. The page they were sent from may be another by now. */
const isSameSubmission = (one: FeedbackRow, other: FeedbackRow): boolean =>
  SENT.every((name) => one[name] === other[name]);

/** An entry as it first is: open. One that is stored already is answered as it is (decision 140). */
export async function storeFeedback(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { type, title, description, email, url, priority, submissionId }: Entry,
  userAgent: string | undefined,
  accountId: string | null,
): Promise<Feedback> {
  const now = new Date(clock.now());
  const row: FeedbackRow = {
    id: submissionId ?? clock.uuid(),
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
    rank: rankOfNew(type, priority),
    unearthUserId: accountId,
  };
  const isFull = (await countOpen(db, type)) >= MAX_OPEN_ENTRIES;
  if (!isFull && (await insertFeedback(db, row))) return toFeedback(row);
  const stored = await findFeedback(db, row.id);
  if (stored && isSameSubmission(stored, row)) return toFeedback(stored);
  if (isFull) throw new AppError("feedback.full");
  // The id belongs to another sender or to other words: the answer must not reveal the stored row.
  const own = { ...row, id: clock.uuid() };
  await insertFeedback(db, own);
  return toFeedback(own);
}

export function submitFeedback(
  deps: Pick<Deps, "db" | "clock">,
  request: z.output<typeof feedbackRequest>,
  userAgent: string | undefined,
  accountId: string | null,
): Promise<Feedback> {
  const { url = null, ...sent } = request;
  return storeFeedback(deps, { ...sent, url, priority: "medium" }, userAgent, accountId);
}

export async function listFeedback(
  { db }: Pick<Deps, "db">,
  query: FeedbackQuery,
): Promise<FeedbackListResponse> {
  const { status, type, limit } = query;
  const { found, tallies } = await readFeedbackPage(db, query);
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
  const { page, nextPage } = cutPage(found, limit, writeFeedbackCursor);
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
