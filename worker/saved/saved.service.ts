import { BAD_CURSOR } from "#schema/api/fields.ts";
import type { SavedPostsResponse, SavedUsersResponse } from "#schema/api/saved.ts";
import type { Deps } from "#worker/deps.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { retryIdempotent } from "#worker/database/retry.ts";
import { AppError } from "#worker/errors.ts";
import { cutPage } from "#worker/lib/cut-page.ts";
import { postFromRow } from "#worker/targets/post-row.ts";
import { isAhead, writeSavedCursor, type SavedQuery } from "./saved.rules.ts";
import { readSavedPosts, readSavedUsers, type SavedPageRequest } from "./saved.store.ts";

interface Saved {
  savedAt: Date;
  savedTotal: number;
}

async function readSavedPage<Row extends Saved>(
  deps: Deps,
  userId: string,
  { limit, after }: SavedQuery,
  read: (db: Deps["db"], page: SavedPageRequest) => Promise<Row[]>,
) {
  const before = after ?? null;
  if (before && isAhead(before, deps.clock.now()))
    throw new AppError("http.validation", { fields: { after: BAD_CURSOR.error } });
  const readRows = (page: Omit<SavedPageRequest, "userId">) =>
    retryIdempotent(deps.clock, () => read(deps.db, { userId, ...page }));
  const rows = await readRows({ before, rows: limit + 1 });
  // A later page is empty if its hearts were taken back meanwhile; the total is then read from the first row.
  const [counted] = before && rows.length === 0 ? await readRows({ before: null, rows: 1 }) : rows;
  const { page: shown, nextPage } = cutPage(rows, limit, writeSavedCursor);
  const isWholeList = before === null && nextPage === null;
  return {
    shown,
    // savedTotal includes hearts of unlisted targets, emptied or removed, so a list of one page is counted itself.
    total: isWholeList ? shown.length : (counted?.savedTotal ?? 0),
    generated: new Date(deps.clock.now()).toISOString(),
    nextPage,
  };
}

export async function savedUsers(
  deps: Deps,
  userId: string,
  query: SavedQuery,
): Promise<SavedUsersResponse> {
  const { shown, ...rest } = await readSavedPage(deps, userId, query, readSavedUsers);
  const users = shown.map(({ savedTotal: _inTotal, ...row }) => ({
    ...row,
    savedAt: row.savedAt.toISOString(),
  }));
  return { users, ...rest };
}

export async function savedPosts(
  deps: Deps,
  userId: string,
  query: SavedQuery,
): Promise<SavedPostsResponse> {
  const [{ shown, ...rest }, nsfw] = await Promise.all([
    readSavedPage(deps, userId, query, readSavedPosts),
    nsfwNames(deps),
  ]);
  const posts = shown.map((row) => ({
    ...postFromRow(row, row.rank, nsfw),
    savedAt: row.savedAt.toISOString(),
  }));
  return { posts, ...rest };
}
