import { useEffect, useState } from "react";

/** The part of an infinite query that loads its pages. */
export interface PagedQuery {
  data?: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: (options: {
    cancelRefetch: boolean;
  }) => Promise<{ isFetchNextPageError: boolean }>;
}

/**
 * Loads the next page of the list named `list`. A request waits for a refetch to end, and is sent again if one cancels
 * it: `fetchNextPage` itself would end the refetch, or join it and load no page. It ends with a page, with an error,
 * with the list, or when another list takes its place.
 */
export function useNextPage(query: PagedQuery, list: string) {
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const end = `${list} ${data?.pages.length}`;
  const [asked, setAsked] = useState("");
  const isAsked = asked === end && hasNextPage;
  if (asked && !isAsked) setAsked("");
  useEffect(() => {
    if (!isAsked || isFetching) return;
    // A second caller shares the running request.
    void fetchNextPage({ cancelRefetch: false }).then(
      ({ isFetchNextPageError }) => isFetchNextPageError && setAsked(""),
    );
  }, [isAsked, isFetching, fetchNextPage]);
  return { isLoading: query.isFetchingNextPage || isAsked, onMore: () => setAsked(end) };
}
