import { postData } from "#normalise/listing.ts";
import { postId } from "#normalise/post.ts";
import { whole } from "#normalise/read.ts";
import type { RawBatch } from "#worker/source/port.ts";
import type { BatchHead } from "./batch.ts";

/** Below 100, because Reddit removes deleted posts from a batch after cutting it off. */
const FULL_BATCH = 90;
/**
 * Reddit cuts a listing off in its tenth batch of 100. Batches are counted instead of posts, because deleted posts are
 * missing in them. A full ninth counts too: a cached batch keeps its number although a hundred newer posts have come.
 */
const CUT_BATCH = 10;

/**
 * A tenth batch can have any size, because posts that came during the walk push its end out of the listing. A batch of
 * unknown number is judged by size: a useless call of the archive is better than a missing one.
 */
export function judgeCut(
  { next, children }: RawBatch,
  number = CUT_BATCH - 1,
): Pick<BatchHead, "isCut" | "cutAfter"> {
  const isFull = children.length >= FULL_BATCH;
  const isCut = next === null && (number >= CUT_BATCH || (number === CUT_BATCH - 1 && isFull));
  const last = isCut ? postData(children.at(-1)) : null;
  const id = last && postId(last);
  return { isCut, cutAfter: id ? { id, created: whole(last.created_utc) } : undefined };
}
