import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { MessageResponse } from "#schema/api/message.ts";
import type {
  Feedback,
  FeedbackListResponse,
  FeedbackRequest,
  FeedbackResponse,
  FeedbackUpdate,
} from "#schema/api/feedback.ts";
import { queryKeys } from "#schema/queries.ts";
import { type FailureWords, isSignedOut } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { changePages } from "#web/api/change-pages.ts";
import { feedbackMessages } from "./feedback.messages.ts";

export function useSubmitFeedback() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: FeedbackRequest) =>
      request<FeedbackResponse>("/api/feedback", { method: "POST", body }),
    onSuccess: () => {
      showToast({ ...feedbackMessages.submitted, tone: "success" });
      // This tab may hold an admin's list of feedback.
      void client.invalidateQueries({ queryKey: queryKeys.feedback() });
    },
    onError: (error) => showFailure(error, feedbackMessages.submitFailed),
  });
}

type FeedbackPages = InfiniteData<FeedbackListResponse>;

/** Shows a change from its own answer: the refetch may fail. */
function changeLists(client: QueryClient, change: (entries: Feedback[]) => Feedback[]): void {
  const queryKey = queryKeys.feedback();
  client.setQueriesData<FeedbackPages>(
    { queryKey },
    (list) => list && changePages(list, ["feedback", ({ status }: Feedback) => status], change),
  );
  // For lists that have not loaded the entry. Not awaited: the next change would wait until all loaded pages are fetched.
  void client.invalidateQueries({ queryKey });
}

function showFailed(client: QueryClient, error: unknown, words: FailureWords): void {
  if (isSignedOut(error)) return;
  showFailure(error, words);
  // The answer may be lost, or another tab has deleted it.
  void client.invalidateQueries({ queryKey: queryKeys.feedback() });
}

/** Changes of one entry are sent one after the other: the last choice stays, and a deletion overtakes none. */
const scopeOf = (id: string) => ({ id: `feedback ${id}` });

export function useUpdateFeedback(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: (body: FeedbackUpdate) =>
      request<FeedbackResponse>(`/api/feedback/${id}`, { method: "PUT", body }),
    onSuccess: ({ feedback }) => {
      showToast({ ...feedbackMessages.updated, tone: "success" });
      changeLists(client, (entries) =>
        entries.map((one) => (one.id === feedback.id ? feedback : one)),
      );
    },
    onError: (error) => showFailed(client, error, feedbackMessages.updateFailed),
  });
}

export function useDeleteFeedback(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: scopeOf(id),
    mutationFn: () => request<MessageResponse>(`/api/feedback/${id}`, { method: "DELETE" }),
    onSuccess: () => {
      showToast({ ...feedbackMessages.deleted, tone: "success" });
      changeLists(client, (entries) => entries.filter((one) => one.id !== id));
    },
    onError: (error) => showFailed(client, error, feedbackMessages.deleteFailed),
  });
}
