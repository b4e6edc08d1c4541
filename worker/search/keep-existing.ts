import { isDeletedAtSource, postId } from "#normalise/post.ts";
import { postData } from "#normalise/listing.ts";
import { isOwnShare } from "#worker/call-budget/spend-call.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import { isSecondary, openMainSource } from "#worker/source/open.ts";
import type { PostSource, RawBatch } from "#worker/source/port.ts";

function existingId(child: unknown): string | null {
  const data = postData(child);
  return data && !isDeletedAtSource(data) ? postId(data) : null;
}

/** Ids of posts that exist at the source, media or not. */
export const existingIds = (children: unknown[]): string[] =>
  children.flatMap((child) => existingId(child) ?? []);

export interface CheckedBatch {
  raw: RawBatch;
  /** false: the check at Reddit failed. Absent where none is needed. */
  isChecked?: boolean;
}

/**
 * Replaces the archive's posts with Reddit's current ones and leaves out posts that Reddit no longer has: the archive
 * copied them shortly after posting, with addresses that have expired. If Reddit fails, the archive's posts stay,
 * unchecked; `mustCheck` throws Reddit's error instead, so that a refresh cannot bring deleted posts back. A visitor past
 * their own share of Reddit's calls gets that refusal, while others have calls.
 */
export async function keepExisting(
  deps: Deps,
  source: PostSource,
  raw: RawBatch,
  mustCheck = false,
): Promise<CheckedBatch> {
  if (!isSecondary(deps, source)) return { raw };
  const ids = existingIds(raw.children);
  if (ids.length === 0) return { raw, isChecked: true };
  try {
    const main = openMainSource(deps);
    const listed = await main.posts(ids);
    const existing = new Map(listed.map((child) => [existingId(child), child]));
    // existingId() is null for posts that Reddit marks as deleted.
    existing.delete(null);
    const children = raw.children.flatMap((child) => existing.get(existingId(child)) ?? []);
    return { raw: { ...raw, children }, isChecked: true };
  } catch (error) {
    // A batch without its check would be cached for all visitors.
    if (mustCheck || isOwnShare(error)) throw error;
    log("warn", "archive_unchecked", errorFields(error));
    return { raw, isChecked: false };
  }
}
