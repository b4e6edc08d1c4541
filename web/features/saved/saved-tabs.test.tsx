// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn } from "#web/testing/sessions.ts";
import { SavedTabs } from "./saved-tabs.tsx";

afterEach(dismissToast);

test("a saved list that fails to load shows an error and can be loaded again", async () => {
  const calls = holdApiCalls();
  renderInApp(<SavedTabs />, { client: clientOf(signedIn), path: "/account" });
  expect(screen.getByRole("status").textContent).toBe("Loading saved users");
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

test("a next page that fails keeps the loaded cards, and the end of the session raises no toast", async () => {
  const calls = holdApiCalls();
  const client = clientOf(signedIn);
  renderInApp(<SavedTabs />, { client, path: "/account" });
  const user = { id: "1", username: "opal", displayName: null, avatarUrl: null, heartCount: 1 };
  const generated = "2026-11-20T12:00:00.000Z";
  (await callTo(calls, "/saved/users")).answer({
    users: [user],
    total: 2,
    generated,
    nextPage: "2",
  });
  const more = await screen.findByRole("button", { name: "Show more" });
  const refusal = { success: false, error: "auth.required", message: "Please log in." };
  for (const [status, title] of [
    [401, undefined],
    [500, "Error Loading Saved Users"],
  ] as const) {
    fireEvent.click(more);
    (await callTo(calls, "/saved/users?after=2")).answer(refusal, status);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(toastStore.read()?.title).toBe(title);
    expect(screen.getByRole("article", { name: "u/opal" })).toBeTruthy();
  }
});
