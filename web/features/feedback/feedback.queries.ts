import { useInfiniteQuery } from "@tanstack/react-query";
import type { FeedbackListResponse, FeedbackStatus, FeedbackType } from "#schema/api/feedback.ts";
import { queryKeys } from "#schema/queries.ts";
import { pathOfKey, request } from "#web/api/client.ts";

export interface FeedbackFilter {
  status: FeedbackStatus | null;
  type: FeedbackType | null;
}

export const useFeedbackList = (filter: FeedbackFilter) =>
  useInfiniteQuery({
    queryKey: queryKeys.feedbackList(filter),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const path = pathOfKey([...queryKeys.feedback(), { ...filter, after: pageParam }]);
      return request<FeedbackListResponse>(path, { signal });
    },
    getNextPageParam: (last) => last.nextPage,
    // The previous filter's list stays visible while the next one loads.
    placeholderData: (previous) => previous,
  });
