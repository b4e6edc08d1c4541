// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { AdminHead } from "./admin-head.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("the logout carries the token, and forgets it without waiting for the answer", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  localStorage.setItem("adminToken", "secret");
  client.setQueryData(queryKeys.nsfwSubreddits(), []);
  client.setQueryData(queryKeys.feedbackList({ status: null, type: null }), []);
  renderInApp(<AdminHead title="Admin">{null}</AdminHead>, { client });
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  const call = await callTo(calls, "/api/admin/logout");
  expect(call.headers.get("authorization")).toBe("Bearer secret");
  expect(localStorage.getItem("adminToken")).toBeNull();
  expect(client.getQueryCache().getAll()).toEqual([]);
  expect(toastStore.read()).toMatchObject({
    title: "Logged Out",
    description: "Admin session ended",
  });
});
