interface InCommunity {
  subreddit: string;
}

/**
 * Whether the media was posted to an adult community, `adult` in lower case. Communities of merged reposts count too,
 * because the order decides which repost represents the others, and so do those of the origins of a crosspost (decision
 * 139).
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
