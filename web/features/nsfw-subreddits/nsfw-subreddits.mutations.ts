import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { MessageResponse } from "#schema/api/message.ts";
import type { NsfwSubreddit, NsfwSubredditResponse } from "#schema/api/nsfw-subreddits.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError, failureSentence, isSignedOut } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { nsfwMessages } from "./nsfw-subreddits.messages.ts";
import { nsfwSubredditsQuery } from "./nsfw-subreddits.queries.ts";

const PATH = pathOfKey(queryKeys.nsfwSubreddits());

/** Shows a change from its own answer: the refetch, which is not awaited, may fail. */
function changeList(
  client: QueryClient,
  change: (listed: NsfwSubreddit[]) => NsfwSubreddit[],
): void {
  const { queryKey } = nsfwSubredditsQuery();
  client.setQueryData(queryKey, (listed) => listed && change(listed));
  void client.invalidateQueries({ queryKey });
}

/** The toast has no title of ours: the server's sentence is its title. */
function showSentence(error: unknown, fallback: string): void {
  showToast({ title: failureSentence(error, fallback), tone: "destructive" });
}

/** The form shows this error at its input instead of in a toast. By the specification the words tell, too. */
export const isAlreadyListed = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === "nsfw_subreddits.already_exists" || error.sentence.includes("already exists"));

export function useAddSubreddit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      request<NsfwSubredditResponse>(PATH, { method: "POST", body: { name, isDefault: false } }),
    onSuccess: ({ subreddit }) => {
      showToast({ title: nsfwMessages.added, tone: "success" });
      changeList(client, (listed) =>
        [...listed, subreddit].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      );
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      if (!isAlreadyListed(error)) showSentence(error, nsfwMessages.addFailed);
      // The answer may be lost, or another tab has added it.
      void client.invalidateQueries({ queryKey: queryKeys.nsfwSubreddits() });
    },
  });
}

export function useRemoveSubreddit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<MessageResponse>(`${PATH}/${id}`, { method: "DELETE" }),
    onSuccess: (_answer, id) => {
      showToast({ title: nsfwMessages.removed, tone: "success" });
      changeList(client, (listed) => listed.filter((one) => one.id !== id));
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      showSentence(error, nsfwMessages.removeFailed);
      void client.invalidateQueries({ queryKey: queryKeys.nsfwSubreddits() });
    },
  });
}
