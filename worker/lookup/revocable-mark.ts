import { HOUR_MS } from "#schema/time.ts";
import { number, record, text, type Json } from "#normalise/read.ts";

/** Marks that a moderator can take back; an author's deletion and a takedown stay. */
const REVOCABLE = new Set(["moderator", "automod_filtered", "reddit", "community_ops"]);

/** The archive publishes its second copy of a post later than it makes it. */
const PUBLISHED_AFTER_MS = HOUR_MS;

/**
 * When the archive at the latest showed a copy with a moderator's or filter's mark, in epoch milliseconds; null for
 * other marks, and for a post that is no archive's copy. It makes the first copy seconds after posting, when a filter
 * can still hold the post back, and the second, which is the last, after 36 hours or more.
 */
export function revocableMarkAt(post: Json): number | null {
  const copy = record(post._meta);
  const marks = [text(post.removed_by_category), text(copy?.removal_type)].filter(Boolean);
  const isRevocable = marks.length > 0 && marks.every((mark) => mark && REVOCABLE.has(mark));
  if (!isRevocable || post.author === "[deleted]") return null;
  const second = number(copy?.retrieved_2nd_on);
  if (second !== null) return second * 1000 + PUBLISHED_AFTER_MS;
  const first = number(post.retrieved_on);
  return first === null ? null : first * 1000;
}
