import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  Preferences,
  PreferencesResponse,
  PreferencesUpdate,
} from "#schema/api/preferences.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { queryKeys } from "#schema/queries.ts";
import { isSignedOut } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { readKey } from "#web/api/query-client.ts";
import { useSession } from "#web/features/auth/session.queries.ts";
import { tellFailure, type Failure } from "#web/features/toasts/tell-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { preferencesMessages } from "./preferences.messages.ts";

export const preferencesQuery = () =>
  queryOptions({
    queryKey: queryKeys.preferences(),
    queryFn: async (context) => {
      try {
        return (await readKey<PreferencesResponse>(context)).preferences;
      } catch (error) {
        const isOurOwn = context.signal.aborted || isSignedOut(error);
        if (!isOurOwn) tellFailure(error, preferencesMessages.loadFailed);
        throw error;
      }
    },
    // Every blurred card asks for these; a failure is told once, not once a card.
    retryOnMount: false,
  });

/** The signed-in person's choice; the defaults for a visitor, while loading and after a failure. */
export function usePreferences(): Preferences {
  const { isAuthenticated } = useSession();
  const { data } = useQuery({ ...preferencesQuery(), enabled: isAuthenticated });
  return (isAuthenticated && data) || DEFAULT_PREFERENCES;
}

function useChange<Change>(options: {
  send: (change: Change) => Promise<PreferencesResponse>;
  expect: (before: Preferences, change: Change) => Preferences;
  failed: Failure;
  done: { title: string; description: string };
  signedOut: string;
}) {
  const client = useQueryClient();
  const queryKey = queryKeys.preferences();
  return useMutation({
    scope: { id: "preferences" },
    mutationFn: options.send,
    onMutate: (change) => {
      void client.cancelQueries({ queryKey });
      const before = client.getQueryData<Preferences>(queryKey);
      client.setQueryData(queryKey, options.expect(before ?? DEFAULT_PREFERENCES, change));
      return { before };
    },
    onSuccess: ({ preferences }) => {
      client.setQueryData(queryKey, preferences);
      showToast({ ...options.done, tone: "success" });
    },
    onError: (error, _change, context) => {
      if (isSignedOut(error)) {
        const { title } = preferencesMessages.authentication;
        showToast({ title, description: options.signedOut, tone: "destructive" });
        return;
      }
      client.setQueryData(queryKey, context?.before ?? DEFAULT_PREFERENCES);
      tellFailure(error, options.failed);
    },
  });
}

export const useUpdatePreferences = () =>
  useChange({
    send: (body: PreferencesUpdate) =>
      request<PreferencesResponse>("/api/user/preferences", { method: "PUT", body }),
    expect: (before, change) => ({ ...before, ...change }),
    failed: preferencesMessages.updateFailed,
    done: preferencesMessages.updated,
    signedOut: preferencesMessages.authentication.save,
  });

export const useResetPreferences = () =>
  useChange<void>({
    send: () => request<PreferencesResponse>("/api/user/preferences/reset", { method: "POST" }),
    expect: () => DEFAULT_PREFERENCES,
    failed: preferencesMessages.resetFailed,
    done: preferencesMessages.reset,
    signedOut: preferencesMessages.authentication.reset,
  });
