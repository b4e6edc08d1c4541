import type { SavedPostsResponse, SavedUsersResponse } from "#schema/api/saved.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-subreddits.service.ts";
import { retryIdempotent } from "#worker/retry.ts";
import { toPost } from "#worker/targets/post-row.ts";
import { readSavedPosts, readSavedUsers, type PageOf, type SavedUserRow } from "./saved.store.ts";

export interface SavedQuery {
  limit: number;
  after: string | undefined;
}

/** An account's hearts have distinct times, so the last one's time is the cursor. */
function readCursor(after: string | undefined): number | null {
  if (after === undefined) return null;
  if (/^[0-9a-z]{1,10}$/.test(after)) return Number.parseInt(after, 36);
  throw new AppError("http.validation", { fields: { after: "The page cursor is not valid" } });
}

type Saved = Pick<SavedUserRow, "savedAt" | "savedTotal">;

async function page<Row extends Saved>(
  deps: Deps,
  userId: string,
  { limit, after }: SavedQuery,
  read: (d1: D1Database, page: PageOf) => Promise<Row[]>,
) {
  const before = readCursor(after);
  const rows = await retryIdempotent(deps.clock, () =>
    read(deps.d1, { userId, before, rows: limit + 1 }),
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextPage = last && rows.length > limit ? last.savedAt.toString(36) : null;
  const isWhole = before === null && nextPage === null;
  return {
    shown,
    // What was deleted at Reddit is not listed but still hearted: a list seen whole is counted as seen.
    total: isWhole ? shown.length : (rows[0]?.savedTotal ?? 0),
    generated: new Date(deps.clock.now()).toISOString(),
    nextPage,
  };
}

const savedAt = (row: Pick<Saved, "savedAt">) => new Date(row.savedAt).toISOString();

export async function savedUsers(
  deps: Deps,
  userId: string,
  query: SavedQuery,
): Promise<SavedUsersResponse> {
  const { shown, ...rest } = await page(deps, userId, query, readSavedUsers);
  const users = shown.map(({ savedTotal: _inTotal, ...row }) => ({
    ...row,
    savedAt: savedAt(row),
  }));
  return { users, ...rest };
}

export async function savedPosts(
  deps: Deps,
  userId: string,
  query: SavedQuery,
): Promise<SavedPostsResponse> {
  const [{ shown, ...rest }, nsfw] = await Promise.all([
    page(deps, userId, query, readSavedPosts),
    nsfwNames(deps),
  ]);
  const posts = shown.map((row) => ({ ...toPost(row, row.rank, nsfw), savedAt: savedAt(row) }));
  return { posts, ...rest };
}
