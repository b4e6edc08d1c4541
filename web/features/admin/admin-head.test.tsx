// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { AdminHead } from "./admin-head.tsx";
import { adminMessages } from "./admin.messages.ts";

afterEach(() => localStorage.clear());

test("the logout call carries the token, which is dropped without waiting for the answer", async () => {
  const calls = holdApiCalls();
  localStorage.setItem("adminToken", "secret");
  renderInApp(<AdminHead title="Admin">{null}</AdminHead>);
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  const call = await callTo(calls, "/api/admin/logout");
  expect(call.headers.get("authorization")).toBe("Bearer secret");
  expect(localStorage.getItem("adminToken")).toBeNull();
  expect(toastStore.read()).toMatchObject({
    title: "Logged Out",
    description: "Admin session ended",
  });
});

const REFUSED = { success: false, error: "admin.required", message: "No", requestId: "1" };

test.each<[string, (call: ApiCall) => void, object]>([
  ["without an answer", (call) => call.lose(), adminMessages.logoutUnconfirmed],
  ["answered by a failure", (call) => call.answer(null, 503), adminMessages.logoutUnconfirmed],
  ["of a session that had ended", (call) => call.answer(REFUSED, 401), adminMessages.loggedOut],
])("a logout %s leaves a toast that says what is known", async (_, answer, toast) => {
  const calls = holdApiCalls();
  localStorage.setItem("adminToken", "secret");
  renderInApp(<AdminHead title="Admin">{null}</AdminHead>);
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  const call = await callTo(calls, "/api/admin/logout");
  await act(async () => {
    answer(call);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(toastStore.read()).toMatchObject(toast);
});
