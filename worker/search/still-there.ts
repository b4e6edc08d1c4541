import { isDeletedAtSource, postId } from "#normalise/post.ts";
import { postData } from "#normalise/listing.ts";
import type { Deps } from "#worker/deps.ts";
import { errorFields, log } from "#worker/log.ts";
import { openMainSource, sourceName } from "#worker/source/open.ts";
import type { PostSource, RawBatch } from "#worker/source/port.ts";

function shownId(child: unknown): string | null {
  const data = postData(child);
  return data && !isDeletedAtSource(data) ? postId(data) : null;
}

/** The posts that the source still has, media or not. */
export const shownIds = (children: unknown[]): string[] =>
  children.flatMap((child) => shownId(child) ?? []);

/** The archive keeps posts that were deleted at Reddit later, so they are checked there. */
export const hasToBeChecked = (deps: Deps, { name }: PostSource): boolean =>
  name === "archive" && sourceName(deps) !== "archive";

export interface CheckedBatch {
  raw: RawBatch;
  /** false: from the archive, and Reddit was not asked which posts are deleted. */
  isChecked: boolean;
}

/**
 * Leaves out what Reddit no longer has, and takes the rest from Reddit's answer: the archive's copy is from shortly after
 * the posting, with expired addresses. Where Reddit gives no answer, the archive's posts stay, unchecked.
 */
export async function keepExisting(
  deps: Deps,
  source: PostSource,
  raw: RawBatch,
): Promise<CheckedBatch> {
  if (!hasToBeChecked(deps, source)) return { raw, isChecked: source.name !== "archive" };
  const ids = shownIds(raw.children);
  if (ids.length === 0) return { raw, isChecked: true };
  try {
    const listed = await openMainSource(deps).posts(ids);
    const existing = new Map(listed.map((child) => [shownId(child), child]));
    // Those that Reddit marks as deleted.
    existing.delete(null);
    const children = raw.children.flatMap((child) => existing.get(shownId(child)) ?? []);
    return { raw: { ...raw, children }, isChecked: true };
  } catch (error) {
    log("warn", "archive_unchecked", errorFields(error));
    return { raw, isChecked: false };
  }
}
