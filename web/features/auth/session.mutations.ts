import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  AccountUser,
  AuthStatusResponse,
  LoginRequest,
  SignupRequest,
  UserEnvelope,
} from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { ApiError, type FailureWords } from "#web/api/api-error.ts";
import { pathOfKey, request } from "#web/api/client.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { authMessages } from "./auth.messages.ts";
import { startSession } from "./session-cache.ts";

/** The call may have been carried out. A failure that the API itself reports is an answer. */
const hasNoAnswer = (error: unknown): boolean =>
  error instanceof ApiError && (error.status < 400 || (error.status >= 500 && error.code === null));

const STATUS_PATIENCE_MS = 5_000;

/** For a call whose answer was lost after the browser had stored its cookie. */
async function readSignedIn(typed: string): Promise<AccountUser | null> {
  const path = pathOfKey(queryKeys.session());
  const options = { timeoutMs: STATUS_PATIENCE_MS };
  const status = await request<AuthStatusResponse>(path, options).catch(() => null);
  const user = status?.user;
  const isTyped = (name?: string | null) => name?.toLowerCase() === typed.toLowerCase();
  return user && (isTyped(user.username) || isTyped(user.email)) ? user : null;
}

async function sendSignIn(path: string, body: LoginRequest | SignupRequest): Promise<UserEnvelope> {
  try {
    return await request<UserEnvelope>(path, { method: "POST", body });
  } catch (error) {
    const user = hasNoAnswer(error) && (await readSignedIn(body.username));
    if (!user) throw error;
    return { success: true, user };
  }
}

function useStartSession<Body extends LoginRequest | SignupRequest>(
  path: string,
  done: string,
  failureOf: (error: unknown) => FailureWords,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => sendSignIn(path, body),
    onSuccess: (answer) => {
      startSession(client, answer);
      showToast({ title: done, tone: "success" });
    },
    onError: (error) => showFailure(error, failureOf(error)),
  });
}

/** A login without an answer is repeated without harm, so it has no words of its own. */
export const useLogin = () =>
  useStartSession<LoginRequest>(
    "/api/auth/login",
    authMessages.loggedIn,
    () => authMessages.loginFailed,
  );

export const signupFailure = (error: unknown): FailureWords =>
  hasNoAnswer(error) ? authMessages.signupUnconfirmed : authMessages.signupFailed;

export const useSignup = () =>
  useStartSession<SignupRequest>("/api/auth/signup", authMessages.signedUp, signupFailure);
