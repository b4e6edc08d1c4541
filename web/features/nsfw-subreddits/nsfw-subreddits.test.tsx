// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { NsfwSubreddit } from "#schema/api/nsfw-subreddits.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { createFormDraft } from "#web/lib/form-draft.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { NsfwSubreddits } from "./nsfw-subreddits.tsx";

afterEach(dismissToast);

const PATH = "/api/admin/nsfw-subreddits";
const GEMS: NsfwSubreddit = {
  id: "1",
  name: "gems",
  isDefault: false,
  addedBy: null,
  createdAt: "2026-11-20T12:00:00.000Z",
};

test("a list that cannot be loaded says so, and can be loaded again", async () => {
  const calls = holdApiCalls();
  renderInApp(<NsfwSubreddits draft={createFormDraft()} />);
  (await callTo(calls, PATH)).answer({ success: false, message: "Not now." }, 500);
  expect(await screen.findByRole("heading", { name: "The list could not be loaded" })).toBeTruthy();
  expect(screen.getByText("Not now.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  (await callTo(calls, PATH)).answer({ success: true, subreddits: [GEMS] });
  expect(await screen.findByText("r/gems")).toBeTruthy();
});

test("an added and a removed name show at once, also if the list cannot be fetched again", async () => {
  const calls = holdApiCalls();
  renderInApp(<NsfwSubreddits draft={createFormDraft()} />);
  (await callTo(calls, PATH)).answer({ success: true, subreddits: [GEMS] });
  await screen.findByText("r/gems");
  const failRefetch = async () => (await callTo(calls, PATH)).answer("", 500);
  const shown = () => screen.queryAllByText(/^r\//).map(({ textContent }) => textContent);
  fireEvent.change(screen.getByLabelText("Add a subreddit"), { target: { value: "agates" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  const subreddit = { ...GEMS, id: "2", name: "agates" };
  (await callTo(calls, PATH)).answer({ success: true, subreddit }, 201);
  await waitFor(() => expect(shown()).toEqual(["r/agates", "r/gems"]));
  await failRefetch();
  fireEvent.click(screen.getByRole("button", { name: "Remove r/gems" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
  (await callTo(calls, `${PATH}/1`)).answer({ success: true, message: "Removed." });
  await waitFor(() => expect(shown()).toEqual(["r/agates"]));
  await failRefetch();
  expect(shown()).toEqual(["r/agates"]);
});

test("a removal that fails says so and requests the list: another tab may have removed it", async () => {
  const calls = holdApiCalls();
  renderInApp(<NsfwSubreddits draft={createFormDraft()} />);
  (await callTo(calls, PATH)).answer({ success: true, subreddits: [GEMS] });
  fireEvent.click(await screen.findByRole("button", { name: "Remove r/gems" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
  (await callTo(calls, `${PATH}/1`)).answer("", 500);
  await waitFor(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Failed to remove subreddit",
      tone: "destructive",
    }),
  );
  (await callTo(calls, PATH)).answer({ success: true, subreddits: [] });
  expect(await screen.findByText("The list is empty")).toBeTruthy();
});
