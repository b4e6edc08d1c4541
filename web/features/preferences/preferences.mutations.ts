import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  Preferences,
  PreferencesResponse,
  PreferencesUpdate,
} from "#schema/api/preferences.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { queryKeys } from "#schema/queries.ts";
import { type FailureWords, isSignedOut } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { preferencesMessages } from "./preferences.messages.ts";

const PATH = pathOfKey(queryKeys.preferences());

interface PreferencesChange<Change> {
  send: (change: Change) => Promise<PreferencesResponse>;
  /** What the page shows until the answer is there. */
  expect: (before: Preferences, change: Change) => Preferences;
  done: { title: string; description: string };
  failed: FailureWords;
  signedOut: string;
}

/** The server's last answer while changes are under way: what a failure reverts to. null: not known, so it is asked for. */
let confirmed: Preferences | null = null;

/** Changes are sent one after the other, and only the last answer is shown. */
function useChangePreferences<Change>(options: PreferencesChange<Change>) {
  const client = useQueryClient();
  const queryKey = queryKeys.preferences();
  return useMutation({
    mutationKey: queryKey,
    scope: { id: "preferences" },
    mutationFn: options.send,
    onMutate: (change) => {
      void client.cancelQueries({ queryKey });
      client.removeQueries({ queryKey: queryKeys.viewOverride() });
      const before = client.getQueryData<Preferences>(queryKey) ?? null;
      if (client.isMutating({ mutationKey: queryKey }) === 1) confirmed = before;
      client.setQueryData(queryKey, options.expect(before ?? DEFAULT_PREFERENCES, change));
    },
    onSuccess: ({ preferences }) => {
      confirmed = preferences;
      showToast({ ...options.done, tone: "success" });
    },
    onError: (error) => {
      if (isSignedOut(error)) {
        confirmed = null;
        const { title } = preferencesMessages.authentication;
        showToast({ title, description: options.signedOut, tone: "destructive" });
        return;
      }
      showFailure(error, options.failed);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) > 1) return;
      // Without what onMutate has set, the user has changed meanwhile.
      if (confirmed && client.getQueryData(queryKey)) client.setQueryData(queryKey, confirmed);
      else void client.invalidateQueries({ queryKey });
    },
  });
}

export const useUpdatePreferences = () =>
  useChangePreferences({
    send: (body: PreferencesUpdate) => request<PreferencesResponse>(PATH, { method: "PUT", body }),
    expect: (before, change) => ({ ...before, ...change }),
    failed: preferencesMessages.updateFailed,
    done: preferencesMessages.updated,
    signedOut: preferencesMessages.authentication.save,
  });

export const useResetPreferences = () =>
  useChangePreferences<void>({
    send: () => request<PreferencesResponse>(`${PATH}/reset`, { method: "POST" }),
    expect: () => DEFAULT_PREFERENCES,
    failed: preferencesMessages.resetFailed,
    done: preferencesMessages.reset,
    signedOut: preferencesMessages.authentication.reset,
  });
