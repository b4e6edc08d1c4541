import { useInfiniteQuery } from "@tanstack/react-query";
import type { RemovalKind, RemovalListResponse } from "#schema/api/removals.ts";
import { queryKeys } from "#schema/queries.ts";
import { pathOfKey, request } from "#web/api/client.ts";

export interface RemovalFilter {
  kind: RemovalKind | null;
  /** The text to search keys for; "" for all. */
  q: string;
}

export const useRemovalList = ({ kind, q }: RemovalFilter) =>
  useInfiniteQuery({
    queryKey: queryKeys.removalList({ kind, q }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const path = pathOfKey([...queryKeys.removals(), { kind, q: q || null, after: pageParam }]);
      return request<RemovalListResponse>(path, { signal });
    },
    getNextPageParam: (last) => last.nextPage,
    // The previous filter's list stays visible while the next one loads.
    placeholderData: (previous) => previous,
  });
