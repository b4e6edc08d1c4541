import type { Repost } from "#normalise/post.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import type { Brief } from "./batch.ts";

/** The repost shown instead of a post whose community was removed, if there is one in another community. */
export const shownRepost = (removed: RemovalList, brief: Brief): Repost | undefined => {
  const [, community, , , , reposts] = brief;
  if (!reposts || !removed.hasSubreddit(community)) return undefined;
  return reposts.find(({ subreddit }) => !removed.hasSubreddit(subreddit));
};

/** The id and the time of the post that is shown. */
export function shownPost(removed: RemovalList, brief: Brief): { id: string; created: number } {
  return shownRepost(removed, brief) ?? { id: brief[0], created: brief[2] };
}
