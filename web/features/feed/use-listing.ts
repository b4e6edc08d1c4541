import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { searchQuery, uniquePosts } from "#web/features/search/search.queries.ts";
import { useNarrow } from "./load-narrow.ts";
import type { useFeedAddress } from "./use-feed-address.ts";

/**
 * The listing from its beginning. If the listing has not reached the address's day and the archive can jump there, the
 * archive from that day (jump.ts).
 */
export function useListing(
  username: string,
  address: ReturnType<typeof useFeedAddress>,
  limit: number,
) {
  const { sort } = address;
  const narrow = useNarrow(address.isNarrow);
  const listing = useInfiniteQuery(searchQuery(username, sort, { limit }));
  const pages = listing.data?.pages;
  const answer = pages?.[0];
  const listed = useMemo(() => uniquePosts(pages ?? []), [pages]);

  const before = narrow?.jumpDay(listing, listed, address);
  const jump = useInfiniteQuery({
    ...searchQuery(username, sort, { limit, before }),
    enabled: Boolean(before && !narrow?.isReplaced(listing)),
  });
  const jumped = useMemo(() => uniquePosts(jump.data?.pages ?? []), [jump.data]);
  const isJump = Boolean(before && narrow?.isJumpShown(jump, listing));
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
