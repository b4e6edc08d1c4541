import type * as z from "zod/mini";
import type {
  Removal,
  removalContactRequest,
  RemovalKind,
  RemovalListResponse,
  removalEntryRequest,
} from "#schema/api/removals.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { storeFeedback } from "#worker/feedback/feedback.service.ts";
import { cutPage } from "#worker/lib/cut-page.ts";
import { logFailure } from "#worker/lib/log.ts";
import { writeTimeCursor } from "#worker/lib/time-cursor.ts";
import { readUsername } from "#worker/database/username.store.ts";
import { copyRemovals, expireRemovals } from "./removal-list.service.ts";
import { feedbackOf, type RemovalQuery } from "./removals.rules.ts";
import {
  deleteRemoval,
  insertRemoval,
  readRemovalPage,
  type RemovalRow,
} from "./removals.store.ts";

const toRemoval = (row: RemovalRow): Removal => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** This isolate reads the list again with its next request. The job repeats a failed copy to KV. */
function publishChange(deps: Deps): void {
  expireRemovals(deps);
  deps.waitUntil(copyRemovals(deps).catch(logFailure("removals_copy", "error")));
}

/** Reddit has no look-up by account id, so only stored ids have a name. */
async function nameOf(deps: Deps, accountId: string): Promise<string> {
  const name = await readUsername(deps.db, accountId);
  if (name !== null) return name.toLowerCase();
  const fields = { key: "This account id is not stored here: give the username" };
  throw new AppError("http.validation", { fields });
}

export async function addRemoval(
  deps: Deps,
  { kind, key, isAccountId, reason, note }: z.output<typeof removalEntryRequest>,
  createdBy: string,
): Promise<Removal> {
  const { clock, db } = deps;
  const row: RemovalRow = {
    id: clock.uuid(),
    kind,
    key: isAccountId ? await nameOf(deps, key) : key,
    reason,
    note: note ?? null,
    createdBy,
    createdAt: new Date(clock.now()),
  };
  await insertRemoval(db, row);
  publishChange(deps);
  return toRemoval(row);
}

export async function liftRemoval(deps: Deps, id: string): Promise<void> {
  if (!(await deleteRemoval(deps.db, id))) throw new AppError("removals.not_found");
  publishChange(deps);
}

export async function listRemovals(
  { db }: Pick<Deps, "db">,
  query: RemovalQuery,
): Promise<RemovalListResponse> {
  const { kind, limit } = query;
  const { found, counts: state, matches } = await readRemovalPage(db, query);
  const counts: Record<RemovalKind, number> = {
    user: state?.users ?? 0,
    post: state?.posts ?? 0,
    subreddit: state?.subreddits ?? 0,
  };
  const all = kind ? counts[kind] : counts.user + counts.post + counts.subreddit;
  const { page, nextPage } = cutPage(found, limit, writeTimeCursor);
  return { success: true, removals: page.map(toRemoval), total: matches ?? all, counts, nextPage };
}

/** Puts a visitor's request on top of the admins' feedback list. */
export async function requestRemoval(
  deps: Deps,
  request: z.output<typeof removalContactRequest>,
  userAgent: string | undefined,
  accountId: string | null,
): Promise<void> {
  const { email, submissionId } = request;
  const entry = { type: "removal" as const, email, submissionId, ...feedbackOf(request) };
  await storeFeedback(deps, entry, userAgent, accountId);
}
