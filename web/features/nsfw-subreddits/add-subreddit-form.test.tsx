// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { createFormDraft } from "#web/lib/form-draft.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { AddSubredditForm } from "./add-subreddit-form.tsx";
import { NsfwSubreddits } from "./nsfw-subreddits.tsx";

afterEach(dismissToast);

const PATH = "/api/admin/nsfw-subreddits";
const LISTED = "This subreddit is already in the list";
const subreddit = { id: "1", name: "gems", isDefault: false, addedBy: null, createdAt: "" };

const input = () => screen.getByLabelText<HTMLInputElement>("Add a subreddit");

test.each([
  ["code", { error: "nsfw_subreddits.already_exists", message: "The server's own words." }],
  ["words", { message: "This subreddit already exists." }],
])(
  "a listed name, known by the answer's %s, has its error at the field, until it is added",
  async (_what, body) => {
    const calls = holdApiCalls();
    renderInApp(<AddSubredditForm draft={createFormDraft()} />);
    const add = () => fireEvent.click(screen.getByRole("button", { name: "Add" }));
    fireEvent.change(input(), { target: { value: "gems" } });
    add();
    (await callTo(calls, PATH)).answer({ success: false, ...body }, 409);
    await screen.findByText(LISTED);
    expect(toastStore.read()).toBeNull();
    await screen.findByRole("button", { name: "Add" });
    // The name has been removed from the list meanwhile.
    add();
    (await callTo(calls, PATH)).answer({ success: true, subreddit }, 201);
    await waitFor(() => expect(input().value).toBe(""));
    expect(screen.queryByText(LISTED)).toBeNull();
  },
);

test("a name typed while the previous one is added stays", async () => {
  const calls = holdApiCalls();
  renderInApp(<AddSubredditForm draft={createFormDraft()} />);
  fireEvent.change(input(), { target: { value: "gems" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  const call = await callTo(calls, PATH);
  fireEvent.change(input(), { target: { value: "opals" } });
  call.answer({ success: true, subreddit }, 201);
  await screen.findByRole("button", { name: "Add" });
  expect(input().value).toBe("opals");
});

test("a name added in another tab shows in the list once it is refused here", async () => {
  const calls = holdApiCalls();
  renderInApp(<NsfwSubreddits draft={createFormDraft()} />);
  (await callTo(calls, PATH)).answer({ success: true, subreddits: [] });
  await screen.findByText("The list is empty");
  fireEvent.change(input(), { target: { value: "gems" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  const message = "This subreddit already exists in the list.";
  const refusal = { success: false, error: "nsfw_subreddits.already_exists", message };
  (await callTo(calls, PATH)).answer(refusal, 409);
  (await callTo(calls, PATH)).answer({ success: true, subreddits: [subreddit] });
  expect(await screen.findByText("r/gems")).toBeTruthy();
  expect(screen.getByText("1 subreddit counts as adult.")).toBeTruthy();
});

test("a name that could not be added stays typed, with a toast", async () => {
  const calls = holdApiCalls();
  renderInApp(<AddSubredditForm draft={createFormDraft()} />);
  fireEvent.change(input(), { target: { value: "not_added" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  (await callTo(calls, PATH)).answer("", 500);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Failed to add subreddit"));
  expect(input().value).toBe("not_added");
});

test("a second Enter while a name is added sends nothing", async () => {
  const calls = holdApiCalls();
  renderInApp(<AddSubredditForm draft={createFormDraft()} />);
  fireEvent.change(input(), { target: { value: "gems" } });
  fireEvent.submit(input());
  await screen.findByRole("button", { name: "Adding..." });
  fireEvent.submit(input());
  await screen.findByRole("button", { name: "Adding..." });
  expect(calls).toHaveLength(1);
});

test("Add keeps the focus while a name is sent, and passes it to the field once it is added", async () => {
  const calls = holdApiCalls();
  renderInApp(<AddSubredditForm draft={createFormDraft()} />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Add" });
  expect(button.disabled).toBe(true);
  fireEvent.change(input(), { target: { value: "gems" } });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole("button", { name: "Adding..." });
  // Browsers take the focus from a button that becomes `disabled`; happy-dom does not.
  expect([button.getAttribute("aria-disabled"), button.disabled]).toEqual(["true", false]);
  (await callTo(calls, PATH)).answer({ success: true, subreddit }, 201);
  await waitFor(() => expect(input().value).toBe(""));
  expect(document.activeElement).toBe(input());
  expect(button.disabled).toBe(true);
});

test("the error of a refused name is an alert: the focus stays where it is", () => {
  holdApiCalls();
  renderInApp(<AddSubredditForm draft={createFormDraft()} />);
  fireEvent.change(input(), { target: { value: "no name!" } });
  fireEvent.submit(input());
  expect(screen.getByRole("alert").textContent).toBe("Invalid subreddit name");
});
