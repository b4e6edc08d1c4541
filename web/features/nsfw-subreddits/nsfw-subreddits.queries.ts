import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { MessageResponse } from "#schema/api/auth.ts";
import type { NsfwSubredditResponse, NsfwSubredditsResponse } from "#schema/api/nsfw-subreddits.ts";
import { failureSentence, isSignedOut } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { readKey } from "#web/api/query-client.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { nsfwMessages } from "./nsfw-subreddits.messages.ts";

const PATH = "/api/admin/nsfw-subreddits";
const KEY = ["api", "admin", "nsfw-subreddits"] as const;

export const nsfwSubredditsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async (context) => (await readKey<NsfwSubredditsResponse>(context)).subreddits,
  });

export function useAddSubreddit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      request<NsfwSubredditResponse>(PATH, { method: "POST", body: { name, isDefault: false } }),
    onSuccess: async () => {
      showToast({ title: nsfwMessages.added, tone: "success" });
      await client.invalidateQueries({ queryKey: KEY });
    },
  });
}

export function useRemoveSubreddit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<MessageResponse>(`${PATH}/${id}`, { method: "DELETE" }),
    onSuccess: async () => {
      showToast({ title: nsfwMessages.removed, tone: "success" });
      await client.invalidateQueries({ queryKey: KEY });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const title = failureSentence(error, nsfwMessages.removeFailed);
      showToast({ title, tone: "destructive" });
    },
  });
}
