import { withPostPrefix } from "#schema/reddit-id.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { parsePost, type Brief } from "./batch.ts";

/** Text in the line of a post without merged reposts. */
const NOT_MERGED = '"alsoIn":[]';

/**
 * Whether the post, a post that it was crossposted from, or a repost merged into it was removed. The order decides
 * which repost represents the others, so a removal of any of them hides it.
 */
export function isLineRemoved(removed: RemovalList, line: string, brief: Brief): boolean {
  const [id, community, , repostIds, origins] = brief;
  if (removed.hasPost(id) || removed.hasSubreddit(community)) return true;
  if (origins?.some(removed.hides)) return true;
  if (repostIds) return repostIds.some(removed.hasPost);
  if (line.includes(NOT_MERGED)) return false;
  // Cached batches of an older version lack the ids of merged posts; they expire within a day.
  return parsePost(line).alsoIn.some(({ permalink }) => {
    const other = /\/comments\/([a-z0-9]+)/.exec(permalink)?.[1];
    return other !== undefined && removed.hasPost(withPostPrefix(other));
  });
}
