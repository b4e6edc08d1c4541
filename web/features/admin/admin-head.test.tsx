// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { AdminHead } from "./admin-head.tsx";

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

test.each([
  ["fails", 503, "Logout not confirmed"],
  ["says that the session had ended already", 401, "Logged Out"],
])("after a logout whose call %s, the toast says what is known", async (_, status, title) => {
  const calls = holdApiCalls();
  localStorage.setItem("adminToken", "secret");
  renderInApp(<AdminHead title="Admin">{null}</AdminHead>);
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  const call = await callTo(calls, "/api/admin/logout");
  await act(async () => {
    call.answer({ success: false, error: "x", message: "No", requestId: "1" }, status);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(toastStore.read()?.title).toBe(title);
});
