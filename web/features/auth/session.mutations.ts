import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LoginRequest, SignupRequest, UserEnvelope } from "#schema/api/auth.ts";
import { request } from "#web/api/client.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { claimStoredDrafts } from "#web/lib/stored-drafts.ts";
import { authMessages } from "./auth.messages.ts";
import { startSession } from "./session-cache.ts";

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LoginRequest) =>
      request<UserEnvelope>("/api/auth/login", { method: "POST", body }),
    onSuccess: (answer) => {
      claimStoredDrafts(answer.user.id);
      startSession(client, answer);
      showToast({ title: authMessages.loggedIn, tone: "success" });
    },
    onError: (error) => showFailure(error, authMessages.loginFailed),
  });
}

export function useSignup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignupRequest) =>
      request<UserEnvelope>("/api/auth/signup", { method: "POST", body }),
    onSuccess: (answer) => {
      claimStoredDrafts(answer.user.id);
      startSession(client, answer);
      showToast({ title: authMessages.signedUp, tone: "success" });
    },
    onError: (error) => showFailure(error, authMessages.signupFailed),
  });
}
