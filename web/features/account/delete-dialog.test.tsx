// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { rememberedName, rememberName } from "#web/features/auth/remembered-name.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn, signedOut } from "#web/testing/sessions.ts";
import { DeleteDialog } from "./delete-dialog.tsx";

afterEach(() => {
  dismissToast();
  localStorage.clear();
});

/** A dialog in which everything is filled in but the consent. */
function renderDialog() {
  const calls = holdApiCalls();
  const client = clientOf(signedIn);
  const onClose = vi.fn<() => void>();
  renderInApp(<DeleteDialog username="visitor" onClose={onClose} />, { client });
  fireEvent.input(screen.getByLabelText("Your password"), { target: { value: "a password" } });
  const agree = () => fireEvent.click(screen.getByRole("checkbox"));
  const press = (name = "Delete account") => fireEvent.click(screen.getByRole("button", { name }));
  return { calls, client, onClose, agree, press };
}

test("an account is deleted only after the visitor has agreed to it", async () => {
  const { calls, agree, press } = renderDialog();
  press();
  expect(calls).toEqual([]);
  agree();
  press();
  const { method, body } = await callTo(calls, "/api/user");
  expect([method, body]).toEqual(["DELETE", { password: "a password" }]);
});

test("a dialog that is closed during the deletion says that this goes on", async () => {
  const { calls, onClose, agree, press } = renderDialog();
  agree();
  press();
  await callTo(calls, "/api/user");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled).toBe(true);
  press("Close");
  expect(onClose).toHaveBeenCalledOnce();
  expect(toastStore.read()?.title).toBe("The account is being deleted");
});

test("a dialog that is cancelled before says nothing", () => {
  const { onClose, press } = renderDialog();
  press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
  expect(toastStore.read()).toBeNull();
});

test("the remembered name leaves the device when its account is deleted, and not before", async () => {
  rememberName("visitor");
  const { calls, client, agree, press } = renderDialog();
  agree();
  press();
  const refusal = { success: false, error: "auth.invalid_credentials", message: "Wrong." };
  (await callTo(calls, "/api/user")).answer(refusal, 401);
  await screen.findByText("Wrong.");
  expect(rememberedName()).toBe("visitor");
  press();
  (await callTo(calls, "/api/user")).answer({ success: true, message: "Deleted." });
  await waitFor(() => expect(client.getQueryData(queryKeys.session())).toEqual(signedOut));
  expect(rememberedName()).toBe("");
});
