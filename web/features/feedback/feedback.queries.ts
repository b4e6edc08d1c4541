import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { MessageResponse } from "#schema/api/auth.ts";
import type {
  FeedbackListResponse,
  FeedbackResponse,
  FeedbackStatus,
  FeedbackType,
  FeedbackUpdate,
} from "#schema/api/feedback.ts";
import { isSignedOut } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { tellFailure } from "#web/features/toasts/tell-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { feedbackMessages } from "./feedback.messages.ts";

export interface FeedbackFilter {
  status: FeedbackStatus | null;
  type: FeedbackType | null;
}

const FEEDBACK = ["api", "feedback"] as const;

const feedbackListQuery = (filter: FeedbackFilter) =>
  infiniteQueryOptions({
    queryKey: [...FEEDBACK, filter] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const path = pathOfKey([...FEEDBACK, { ...filter, after: pageParam }]);
      return request<FeedbackListResponse>(path, { signal });
    },
    getNextPageParam: (last) => last.nextPage,
  });

/** The last filter's list stays in sight while the next one's is fetched. */
export function useFeedbackList(filter: FeedbackFilter) {
  return useInfiniteQuery({
    ...feedbackListQuery(filter),
    placeholderData: (previous) => previous,
  });
}

function useChange<Change>(options: {
  send: (change: Change) => Promise<unknown>;
  done: { title: string; description: string };
  failed: string;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: options.send,
    onSuccess: async () => {
      showToast({ ...options.done, tone: "success" });
      await client.invalidateQueries({ queryKey: FEEDBACK });
    },
    onError: (error) => {
      if (!isSignedOut(error)) tellFailure(error, { title: options.failed });
    },
  });
}

export const useUpdateFeedback = () =>
  useChange({
    send: ({ id, ...body }: FeedbackUpdate & { id: string }) =>
      request<FeedbackResponse>(`/api/feedback/${id}`, { method: "PUT", body }),
    done: feedbackMessages.updated,
    failed: feedbackMessages.updateFailed,
  });

export const useDeleteFeedback = () =>
  useChange({
    send: (id: string) => request<MessageResponse>(`/api/feedback/${id}`, { method: "DELETE" }),
    done: feedbackMessages.deleted,
    failed: feedbackMessages.deleteFailed,
  });
