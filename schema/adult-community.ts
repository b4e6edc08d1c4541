interface InCommunity {
  subreddit: string;
}

/**
 * Whether the media was posted to a community on the list of adult ones, `adult` in lower case. Those of merged reposts
 * count too: which of them a post names as its own depends on the order. So do those that it was crossposted from.
 */
export function isInAdultCommunity(
  post: InCommunity & { alsoIn?: readonly InCommunity[] },
  origins: readonly InCommunity[] | null | undefined,
  adult: ReadonlySet<string>,
): boolean {
  const isListed = ({ subreddit }: InCommunity) => adult.has(subreddit.toLowerCase());
  return (
    isListed(post) || (post.alsoIn?.some(isListed) ?? false) || (origins?.some(isListed) ?? false)
  );
}
