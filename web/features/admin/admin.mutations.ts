import { useMutation } from "@tanstack/react-query";
import type { AdminLoginRequest, AdminLoginResponse } from "#schema/api/admin.ts";
import type { MessageResponse } from "#schema/api/message.ts";
import { isSignedOut } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { dismissToast, showToast } from "#web/features/toasts/toast-store.ts";
import { storeAdminToken } from "./admin-token.ts";
import { adminMessages } from "./admin.messages.ts";

export function useAdminLogin() {
  return useMutation({
    mutationFn: (body: AdminLoginRequest) =>
      request<AdminLoginResponse>("/api/admin/login", { method: "POST", body }),
    onSuccess: ({ token }) => {
      // The toast of an earlier failed login.
      dismissToast();
      storeAdminToken(token);
    },
    onError: (error) => showFailure(error, adminMessages.loginFailed),
  });
}

/** The token is dropped at once, before it is known whether the server has ended it. */
export function useAdminLogout() {
  return useMutation({
    mutationFn: () => {
      // Sent before the token is dropped, or the call would not carry it.
      const answer = request<MessageResponse>("/api/admin/logout", { method: "POST" });
      storeAdminToken(null);
      showToast(adminMessages.loggedOut);
      return answer;
    },
    onError: (error) => {
      if (!isSignedOut(error)) showToast(adminMessages.logoutUnconfirmed);
    },
  });
}
