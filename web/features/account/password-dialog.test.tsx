// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { PasswordDialog } from "./password-dialog.tsx";

const PATH = "/api/user/password";

afterEach(dismissToast);

async function submitChange() {
  const calls = holdApiCalls();
  const onClose = vi.fn<() => void>();
  const shown = renderInApp(<PasswordDialog username="ann" onClose={onClose} />);
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  type("Current password", "an-old-password-1");
  type("New password", "a-new-password-22");
  type("Confirm new password", "a-new-password-22");
  fireEvent.submit(screen.getByRole("button", { name: "Change password" }).closest("form")!);
  return { ...shown, onClose, calls, call: await callTo(calls, PATH) };
}

test("a changed password closes the dialog", async () => {
  const { call, onClose } = await submitChange();
  expect([call.method, call.body]).toEqual([
    "PUT",
    { currentPassword: "an-old-password-1", newPassword: "a-new-password-22" },
  ]);
  call.answer({ success: true, message: "Changed" });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(toastStore.read()?.title).toBe("Password changed");
});

test("an answer that comes after the dialog was cancelled closes no other", async () => {
  const { call, onClose, unmount } = await submitChange();
  unmount();
  call.answer({ success: true, message: "Changed" });
  await waitFor(() => expect(toastStore.read()?.tone).toBe("success"));
  expect(onClose).not.toHaveBeenCalled();
});

test("after a change this tab and the others read their session again", async () => {
  const postMessage = vi.fn<(message: string) => void>();
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage = postMessage;
    },
  );
  const { calls, call } = await submitChange();
  call.answer({ success: true, message: "Changed" });
  expect((await callTo(calls, "/api/auth/status")).method).toBe("GET");
  expect(postMessage).toHaveBeenCalledOnce();
});

test("a change that may be stored warns of the new password, and a session gone at the second try confirms it", async () => {
  const { calls, call } = await submitChange();
  const busy = { success: false, error: "internal.unavailable", message: "The service is busy." };
  call.answer(busy, 503);
  const warning = await screen.findByText(/^The service is busy\. If the next try .* in use\.$/);
  expect(toastStore.read()).toMatchObject({
    title: "Password Change Not Confirmed",
    description: warning.textContent,
  });
  fireEvent.submit(screen.getByRole("button", { name: "Change password" }).closest("form")!);
  const refusal = { success: false, error: "auth.required", message: "Please log in." };
  (await callTo(calls, PATH)).answer(refusal, 401);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Password most likely changed"));
});

test("a session that is gone at the first try changed nothing", async () => {
  const { call } = await submitChange();
  call.answer({ success: false, error: "auth.required", message: "Please log in." }, 401);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Password Not Changed"));
});
