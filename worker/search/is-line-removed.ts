import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import type { Brief } from "./batch.ts";
import { shownRepost } from "./shown-repost.ts";

/**
 * Whether the post, a post that it was crossposted from, or a repost merged into it was removed, or the communities of
 * all of them. The order decides which repost represents the others, so it does not matter here which one that is.
 */
export function isLineRemoved(removed: RemovalList, brief: Brief): boolean {
  const [id, community, , repostIds, origins] = brief;
  if (removed.hasPost(id) || repostIds?.some(removed.hasPost)) return true;
  if (origins?.some(removed.hides)) return true;
  return removed.hasSubreddit(community) && !shownRepost(removed, brief);
}
