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
import { rememberUser } from "#web/api/user-data.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { preferencesMessages } from "./preferences.messages.ts";

const PATH = pathOfKey(queryKeys.preferences());

interface PreferencesChange<Change> {
  send: (change: Change) => Promise<PreferencesResponse>;
  /** The values shown until the answer. */
  expect: (before: Preferences, change: Change) => Preferences;
  done: { title: string; description: string };
  failed: FailureWords;
  signedOut: string;
}

interface SentChange<Change> {
  change: Change;
  isSameUser: () => boolean;
}

/** The preferences a failed change reverts to: the server's last answer to this user. If null, they are requested. */
let confirmed: { preferences: Preferences | null; isSameUser: () => boolean } | null = null;

function showFailed<Change>(
  error: unknown,
  { isSameUser }: SentChange<Change>,
  { failed, signedOut }: PreferencesChange<Change>,
): void {
  if (isSignedOut(error)) {
    const { title } = preferencesMessages.authentication;
    showToast({ title, description: signedOut, tone: "destructive" });
  } else if (isSameUser()) showFailure(error, failed);
}

/** Changes are sent one after the other, and only the last answer is shown. */
function useChangePreferences<Change>(options: PreferencesChange<Change>) {
  const client = useQueryClient();
  const queryKey = queryKeys.preferences();
  const { isPending, mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: "preferences" },
    mutationFn: ({ change, isSameUser }: SentChange<Change>) => {
      // The account may have changed while this change waited for the one before it.
      if (!isSameUser()) throw new Error("The account has changed");
      return options.send(change);
    },
    onMutate: ({ change, isSameUser }) => {
      void client.cancelQueries({ queryKey });
      client.removeQueries({ queryKey: queryKeys.viewOverride() });
      const before = client.getQueryData<Preferences>(queryKey) ?? null;
      const isFirst = client.isMutating({ mutationKey: queryKey }) === 1;
      if (isFirst || !confirmed?.isSameUser()) confirmed = { preferences: before, isSameUser };
      client.setQueryData(queryKey, options.expect(before ?? DEFAULT_PREFERENCES, change));
    },
    onSuccess: ({ preferences }, { isSameUser }) => {
      if (!isSameUser()) return;
      confirmed = { preferences, isSameUser };
      showToast({ ...options.done, tone: "success" });
    },
    onError: (error, sent) => showFailed(error, sent, options),
    onSettled: (_answer, error) => {
      if (client.isMutating({ mutationKey: queryKey }) > 1) return;
      // After a change of account the stored preferences belong to the next one.
      if (!confirmed?.isSameUser()) return void client.invalidateQueries({ queryKey });
      // Drops the expected values, which would stay if this request failed too.
      if (!confirmed.preferences) return void client.resetQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, confirmed.preferences);
      // The change may be stored, and only its answer lost.
      if (error) void client.invalidateQueries({ queryKey });
    },
  });
  const send = (change: Change) => mutate({ change, isSameUser: rememberUser() });
  return { isPending, mutate: send };
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
