// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Removal } from "#schema/api/removals.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { createFormDraft } from "#web/lib/form-draft.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { RemovalForm } from "./removal-form.tsx";
import { RemovalsPanel } from "./removals-panel.tsx";

afterEach(dismissToast);

const REMOVAL: Removal = {
  id: "1",
  kind: "user",
  key: "gem_hunter",
  reason: "person",
  note: null,
  createdBy: "admin 1a2b3c4d",
  createdAt: "2026-11-22T12:00:00.000Z",
};

test("an added removal is counted, also if the list cannot be fetched again", async () => {
  const calls = holdApiCalls();
  const draft = createFormDraft({ kind: "user", key: "gem_hunter" });
  renderInApp(<RemovalsPanel draft={draft} onAdded={() => undefined} />);
  const counts = { user: 0, post: 0, subreddit: 0 };
  const none = { success: true, removals: [], total: 0, counts, nextPage: null };
  (await callTo(calls, "/api/admin/removals")).answer(none);
  await screen.findByText("0 of 0 shown");
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  (await callTo(calls, "/api/admin/removals")).answer({ success: true, removal: REMOVAL }, 201);
  (await callTo(calls, "/api/admin/removals")).answer("", 500);
  expect(await screen.findByText("1 of 1 shown")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Creators$/ }).textContent).toContain("1");
});

test.each([
  ["is not reported to a page that was left", true, 0],
  ["is reported to the page", false, 1],
])("an added removal %s", async (_when, isLeft, times) => {
  const calls = holdApiCalls();
  const onAdded = vi.fn<() => void>();
  const draft = createFormDraft({ kind: "user", key: "gem_hunter" });
  const { client, unmount } = renderInApp(
    <RemovalForm draft={draft} isNext={false} onAdded={onAdded} onExisting={() => undefined} />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  const call = await callTo(calls, "/api/admin/removals");
  if (isLeft) unmount();
  call.answer({ success: true, removal: REMOVAL }, 201);
  await waitFor(() => expect(client.isMutating()).toBe(0));
  await act(async () => {});
  expect(onAdded).toHaveBeenCalledTimes(times);
});

test("a removal that fails is reported once, at the form, and the list is requested again", async () => {
  const calls = holdApiCalls();
  const draft = createFormDraft({ kind: "user", key: "gem_hunter" });
  renderInApp(<RemovalsPanel draft={draft} onAdded={() => undefined} />);
  expect(document.activeElement, "nothing was added yet").toBe(document.body);
  const refusal = { success: false, error: "http.not_found", message: "Not now." };
  (await callTo(calls, "/api/admin/removals")).answer(refusal, 500);
  expect(await screen.findByText("Not now."), "the list's").toBeTruthy();
  expect(screen.queryByText("Nothing is removed")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  (await callTo(calls, "/api/admin/removals")).answer(refusal, 500);
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  const call = await eventually(() => {
    const post = calls.find(({ method }) => method === "POST");
    if (!post) throw new Error("nothing was sent");
    return post;
  });
  call.answer({ ...refusal, message: "Not saved." }, 500);
  expect(await screen.findByText("Not saved.")).toBeTruthy();
  expect(toastStore.read()).toBeNull();
  await eventually(() => expect(calls.filter(({ method }) => method === "GET")).toHaveLength(3));
});

test("a draft fills in the whole form", () => {
  holdApiCalls();
  const typed = { kind: "post", reason: "copyright", key: "1abcd9", note: "By mail." };
  const ignore = () => undefined;
  const draft = createFormDraft(typed);
  renderInApp(<RemovalForm draft={draft} isNext={false} onAdded={ignore} onExisting={ignore} />);
  const form = screen.getByRole("button", { name: "Remove" }).closest("form");
  expect(Object.fromEntries(new FormData(form as HTMLFormElement))).toEqual(typed);
});
