import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  AccountExport,
  ChangePasswordRequest,
  DeleteAccountRequest,
} from "#schema/api/account.ts";
import type { MessageResponse } from "#schema/api/message.ts";
import { brand } from "#schema/brand.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { ApiError, type FailureWords, isSignedOut } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { rememberUser } from "#web/api/user-data.ts";
import { authMessages } from "#web/features/auth/auth.messages.ts";
import { forgetName } from "#web/features/auth/remembered-name.ts";
import { announceSessionChange } from "#web/features/auth/session-broadcast.ts";
import { endSession, refreshSession } from "#web/features/auth/session-cache.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast, type ToastInput } from "#web/features/toasts/toast-store.ts";
import { forgetStoredDrafts } from "#web/lib/stored-drafts.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { accountMessages } from "./account.messages.ts";

/** No answer, or one that does not say whether the change was made. */
const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && (error.status < 400 || error.status >= 500);

function leaveAccount(client: QueryClient): void {
  forgetStoredDrafts();
  endSession(client);
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<MessageResponse>("/api/auth/logout", { method: "POST" }),
    onSuccess: () => {
      leaveAccount(client);
      showToast({ title: authMessages.loggedOut });
    },
    onError: (error) => {
      const { logoutFailed, logoutUnconfirmed } = authMessages;
      showFailure(error, isUnconfirmed(error) ? logoutUnconfirmed : logoutFailed);
    },
  });
}

export const passwordChangeFailure = (error: unknown): FailureWords =>
  isUnconfirmed(error) ? accountMessages.passwordUnconfirmed : accountMessages.passwordFailed;

/**
 * For a change that ends its request's session: a session that is gone at the second try confirms the first. Returns the
 * message to show.
 */
function makeRepeatable<Body>(
  send: (body: Body) => Promise<unknown>,
  { done, unseen }: { done: ToastInput; unseen: ToastInput },
) {
  /** Set after a try without an answer: whether its user is still the page's. */
  let unconfirmed: (() => boolean) | null = null;
  return async (body: Body): Promise<ToastInput> => {
    const isRepeated = unconfirmed?.() === true;
    const isSameUser = rememberUser();
    unconfirmed = null;
    try {
      await send(body);
      return done;
    } catch (error) {
      if (isRepeated && isSignedOut(error)) return unseen;
      if (isUnconfirmed(error)) unconfirmed = isSameUser;
      throw error;
    }
  };
}

/** The server's sentence says nothing about the password. */
function withPasswordWarning(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.sentence || !isUnconfirmed(error)) return error;
  const sentence = `${error.sentence} ${accountMessages.passwordUnconfirmed.warning}`;
  return new ApiError({ ...error, sentence });
}

const sendPasswordChange = makeRepeatable<ChangePasswordRequest>(
  (body) =>
    request<MessageResponse>("/api/user/password", { method: "PUT", body }).catch(
      (error: unknown) => {
        throw withPasswordWarning(error);
      },
    ),
  { done: accountMessages.passwordChanged, unseen: accountMessages.passwordChangedUnseen },
);

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendPasswordChange,
    onSuccess: (message) => {
      // The former token opens nothing: calls that were under way, here or in another tab, were refused as signed out.
      announceSessionChange();
      void refreshSession(client);
      showToast({ ...message, tone: "success" });
    },
    onError: (error) => showFailure(error, passwordChangeFailure(error)),
  });
}

export const deleteFailure = (error: unknown): FailureWords =>
  isUnconfirmed(error) ? accountMessages.deleteUnconfirmed : accountMessages.deleteFailed;

const sendDeletion = makeRepeatable<DeleteAccountRequest>(
  (body) => request<MessageResponse>("/api/user", { method: "DELETE", body }),
  { done: accountMessages.deleted, unseen: accountMessages.deletedUnseen },
);

export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendDeletion,
    onSuccess: (message) => {
      forgetName();
      leaveAccount(client);
      showToast({ ...message, tone: "success" });
    },
    onError: (error) => showFailure(error, deleteFailure(error)),
  });
}

/** Hundreds of database reads for an account with many hearts, and then megabytes on a slow line. */
const EXPORT_TIMEOUT_MS = 10 * MINUTE_MS;

function saveExport(data: AccountExport): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
  saveFile(file, `${brand.name.toLowerCase()}-${data.user.username}.json`);
}

/** A request instead of a link, because a link cannot show why a download failed. */
export function useExportAccount() {
  return useMutation({
    mutationFn: async () => {
      const options = { timeoutMs: EXPORT_TIMEOUT_MS };
      saveExport(await request<AccountExport>("/api/user/export", options));
    },
    onError: (error) => showFailure(error, accountMessages.exportFailed),
  });
}
