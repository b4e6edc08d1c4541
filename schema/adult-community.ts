/**
 * Whether the media was posted to a community on the list of adult ones, `adult` in lower case. Those of merged reposts
 * count too: which of them a post names as its own depends on the order.
 */
export const isInAdultCommunity = (
  post: { subreddit: string; alsoIn: readonly { subreddit: string }[] },
  adult: ReadonlySet<string>,
): boolean => [post, ...post.alsoIn].some(({ subreddit }) => adult.has(subreddit.toLowerCase()));
