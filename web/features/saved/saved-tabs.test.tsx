// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedIn } from "#web/testing/sessions.ts";
import { SavedTabs } from "./saved-tabs.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
});

test("a saved list that fails to load shows an error and can be loaded again", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedIn);
  renderInApp(<SavedTabs />, { client, path: "/account" });
  (await callTo(calls, "/saved/users")).answer("", 500);
  await screen.findByRole("heading", { name: "Error loading saved users" });
  expect(toastStore.read()?.title).toBe("Error Loading Saved Users");
  fireEvent.click(screen.getByRole("tab", { name: "Saved Posts" }));
  (await callTo(calls, "/saved/posts")).answer("", 500);
  await screen.findByRole("heading", { name: "Error loading saved posts" });
  expect(toastStore.read()?.title).toBe("Error Loading Saved Posts");
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  const empty = { posts: [], total: 0, generated: "2026-11-20T12:00:00.000Z", nextPage: null };
  (await callTo(calls, "/saved/posts")).answer(empty);
  await screen.findByRole("heading", { name: "No Saved Posts Yet" });
});
