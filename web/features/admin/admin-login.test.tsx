// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { AdminLogin } from "./admin-login.tsx";

afterEach(() => localStorage.clear());

test("a successful login removes the toast of a failed one", async () => {
  const calls = holdApiCalls();
  renderInApp(<AdminLogin hasEnded={false} />);
  const password = screen.getByLabelText("Admin password");
  const signIn = (typed: string) => {
    fireEvent.change(password, { target: { value: typed } });
    fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  };
  signIn("a wrong guess");
  const message = "The admin password is incorrect.";
  const refusal = { success: false, error: "admin.invalid_credentials", message };
  (await callTo(calls, "/api/admin/login")).answer(refusal, 401);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Login Failed"));
  await screen.findByRole("button", { name: "Sign In" });
  signIn("the right one");
  (await callTo(calls, "/api/admin/login")).answer({ success: true, token: "secret" });
  await waitFor(() => expect(localStorage.getItem("adminToken")).toBe("secret"));
  expect(toastStore.read()).toBeNull();
});
