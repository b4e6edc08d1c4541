import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { searchQuery, uniquePosts } from "#web/features/search/search.queries.ts";
import { useNarrow } from "./load-narrow.ts";
import type { useFeedAddress } from "./use-feed-address.ts";

/**
 * The listing from its beginning. If the listing has not reached the address's day and the archive can jump there, the
 * archive from that day.
 */
export function useListing(
  username: string,
  { sort, before, isNarrow }: ReturnType<typeof useFeedAddress>,
  limit: number,
) {
  const narrow = useNarrow(isNarrow);
  const listing = useInfiniteQuery(searchQuery(username, sort, { limit }));
  const pages = listing.data?.pages;
  const answer = pages?.[0];
  const listed = useMemo(() => uniquePosts(pages ?? []), [pages]);

  const day = narrow?.dayOf(before) ?? undefined;
  const hasNotReachedDay = day && listing.hasNextPage && !narrow?.hasReached(listed, day, sort);
  const canJump = Boolean(hasNotReachedDay && answer?.hasArchive && sort === "new");
  // The companion's first batch, 100 posts after a first view of 12, may reach the day.
  const isFirstView = answer && !listing.isError && !listing.isFetchedAfterMount;
  const isReplaced = listing.isRefetching || (isFirstView && narrow?.isOwnDue(answer));
  const jump = useInfiniteQuery({
    ...searchQuery(username, sort, { limit, before: day }),
    enabled: canJump && !isReplaced,
  });
  const jumped = useMemo(() => uniquePosts(jump.data?.pages ?? []), [jump.data]);
  // If the jump fails, the listing is loaded page by page down to the day.
  const isJump = canJump && !jump.isLoadingError;
  return {
    narrow,
    answer,
    isEmpty: answer !== undefined && listed.length === 0 && !listing.hasNextPage,
    loadError: answer ? null : listing.error,
    retry: () => void listing.refetch(),
    isJump,
    query: isJump ? jump : listing,
    loaded: isJump ? jumped : listed,
    /** The listing from its beginning, even while the page shows the archive from a day on. */
    listed,
  };
}
