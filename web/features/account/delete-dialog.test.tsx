// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { rememberedName, rememberName } from "#web/features/auth/remembered-name.ts";
import { dismissToast } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedIn, signedOut } from "#web/testing/sessions.ts";
import { DeleteDialog } from "./delete-dialog.tsx";

const ignore = () => undefined;

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
  localStorage.clear();
});

test("the remembered name leaves the device when its account is deleted, and not before", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedIn);
  rememberName("visitor");
  const dialog = <DeleteDialog username="visitor" onBeforeLeave={ignore} onClose={ignore} />;
  renderInApp(dialog, { client });
  fireEvent.input(screen.getByLabelText("Your password"), { target: { value: "a password" } });
  fireEvent.click(screen.getByRole("checkbox"));
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Delete account" }));
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
