import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LoginRequest, SignupRequest, UserEnvelope } from "#schema/api/auth.ts";
import type { FailureWords } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { authMessages } from "./auth.messages.ts";
import { startSession } from "./session-cache.ts";

function useStartSession<Body>(path: string, done: string, failed: FailureWords) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request<UserEnvelope>(path, { method: "POST", body }),
    onSuccess: (answer) => {
      startSession(client, answer);
      showToast({ title: done, tone: "success" });
    },
    onError: (error) => showFailure(error, failed),
  });
}

export const useLogin = () =>
  useStartSession<LoginRequest>("/api/auth/login", authMessages.loggedIn, authMessages.loginFailed);

export const useSignup = () =>
  useStartSession<SignupRequest>(
    "/api/auth/signup",
    authMessages.signedUp,
    authMessages.signupFailed,
  );
