// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import type { Feedback, FeedbackListResponse } from "#schema/api/feedback.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { feedbackOf } from "#web/testing/feedback.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { FeedbackForm } from "./feedback-form.tsx";
import { FeedbackList } from "./feedback-list.tsx";

afterEach(dismissToast);

const FEEDBACK = feedbackOf();

const pageOf = (fields: Partial<Feedback> = {}): FeedbackListResponse => ({
  success: true,
  feedback: [feedbackOf(fields)],
  total: 2,
  counts: { open: 2, in_progress: 0, resolved: 0, closed: 0 },
  nextPage: "next",
});

async function renderList(
  title = FEEDBACK.title,
  fields: Partial<Feedback> = {},
  form: ReactNode = null,
): Promise<ApiCall[]> {
  const calls = holdApiCalls();
  renderInApp(
    <>
      <FeedbackList actionFor={() => null} />
      {form}
    </>,
  );
  (await callTo(calls, "/api/feedback")).answer(pageOf({ title, ...fields }));
  await screen.findByRole("heading", { name: title });
  return calls;
}

const select = (name: string) =>
  screen.getByRole<HTMLSelectElement>("combobox", { name: `${name} of A title` });
const choose = (name: string, value: string) =>
  fireEvent.change(select(name), { target: { value } });
const changesIn = (calls: ApiCall[]) =>
  calls.filter(({ method }) => method === "PUT").map(({ body }) => body);

const answerChange = async (calls: ApiCall[], fields: Partial<Feedback>) => {
  const feedback = feedbackOf(fields);
  (await callTo(calls, FEEDBACK.id)).answer({ success: true, message: "Done.", feedback });
};

test("choices made while one is sent are shown at once and sent after it, and the focus stays", async () => {
  const calls = await renderList();
  select("Status").focus();
  choose("Status", "in_progress");
  await waitFor(() => expect(select("Status").value).toBe("in_progress"));
  choose("Status", "resolved");
  choose("Priority", "high");
  await waitFor(() => expect(select("Priority").value).toBe("high"));
  expect(select("Status").value).toBe("resolved");
  expect(document.activeElement).toBe(select("Status"));
  expect(changesIn(calls)).toEqual([{ status: "in_progress" }]);
  await answerChange(calls, { status: "in_progress" });
  await waitFor(() => expect(changesIn(calls)).toHaveLength(2));
  expect(select("Status").value).toBe("resolved");
  await answerChange(calls, { status: "resolved" });
  await waitFor(() => expect(changesIn(calls)).toHaveLength(3));
  expect([select("Status").value, select("Priority").value]).toEqual(["resolved", "high"]);
  await answerChange(calls, { status: "resolved", priority: "high" });
  expect(changesIn(calls).slice(1)).toEqual([{ status: "resolved" }, { priority: "high" }]);
});

test("the button for more keeps the focus while it loads, and ignores a second press", async () => {
  const calls = await renderList();
  const more = screen.getByRole("button", { name: "Show more" });
  more.focus();
  fireEvent.click(more);
  await callTo(calls, "after=next");
  await waitFor(() => expect(more.textContent).toBe("Loading..."));
  expect(more.hasAttribute("disabled")).toBe(false);
  fireEvent.click(more);
  expect(calls.filter(({ url }) => url.endsWith("after=next"))).toHaveLength(1);
});

test("more feedback that a change's request for the list cancels is loaded after it", async () => {
  const calls = await renderList();
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await callTo(calls, "after=next");
  choose("Status", "closed");
  await answerChange(calls, { status: "closed" });
  (await callTo(calls, "/api/feedback")).answer(pageOf({ status: "closed" }));
  const more = await callTo(calls, "after=next");
  more.answer({ ...pageOf({ id: "2", title: "Another title" }), nextPage: null });
  await screen.findByRole("heading", { name: "Another title" });
  expect(screen.getByText("2 of 2 shown")).toBeTruthy();
});

test("a deletion is sent after the choices before it", async () => {
  const calls = await renderList();
  choose("Status", "in_progress");
  choose("Status", "resolved");
  fireEvent.click(screen.getByRole("button", { name: "Delete A title" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const methods = () => calls.flatMap(({ method }) => (method === "GET" ? [] : method));
  await answerChange(calls, { status: "in_progress" });
  await waitFor(() => expect(methods()).toEqual(["PUT", "PUT"]));
  await answerChange(calls, { status: "resolved" });
  await waitFor(() => expect(methods()).toEqual(["PUT", "PUT", "DELETE"]));
});

test("feedback sent from the admin's own tab shows in the list", async () => {
  const calls = await renderList("A title", {}, <FeedbackForm onClose={() => undefined} />);
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  type("Title", "A wish");
  type("Description", "It would be nice if it did.");
  fireEvent.click(screen.getByRole("button", { name: "Submit Feedback" }));
  (await callTo(calls, "/api/feedback")).answer({ success: true, message: "Thank you." }, 201);
  expect((await callTo(calls, "/api/feedback")).method).toBe("GET");
});

test.each<[string, Partial<Feedback>, string[]]>([
  ["a bug names its page", { priority: "urgent" }, ["Page"]],
  ["a request for removal its link, and that it is urgent", { type: "removal" }, ["Link"]],
])("%s, and the browser it was written in", async (_, fields, names) => {
  const sender = { url: "https://example.com/about", userAgent: "Firefox 142" };
  await renderList(FEEDBACK.title, { priority: "urgent", ...sender, ...fields });
  const shown = screen.getAllByRole("term").map(({ textContent }) => textContent);
  expect(shown).toEqual(["Received", ...names, "Browser"]);
  const isMarked = screen.queryByText("Urgent", { selector: "span" }) !== null;
  expect(isMarked).toBe(fields.type === "removal");
  for (const text of Object.values(sender)) expect(screen.getByText(text)).toBeTruthy();
});

test("a sender's address cannot add a recipient, a subject or a text to the mail", async () => {
  const email = "other%40site.example?subject=a&body=b@example.org";
  await renderList(FEEDBACK.title, { email });
  const link = screen.getByRole("link", { name: email });
  expect(link.getAttribute("href")).toBe(
    "mailto:other%2540site.example%3Fsubject%3Da%26body%3Db@example.org",
  );
});

test("a right-to-left mark in a title does not reverse the question around it", async () => {
  const title = "\u202Ereversed";
  await renderList(title);
  fireEvent.click(screen.getByRole("button", { name: `Delete ${title}` }));
  const quoted = await screen.findByText(title, { selector: "dialog bdi" });
  expect(quoted.parentElement?.textContent).toBe(`“${title}” is gone for good then.`);
});

test("feedback that is gone already leaves the list when its deletion fails", async () => {
  const calls = await renderList();
  fireEvent.click(screen.getByRole("button", { name: "Delete A title" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const message = "That feedback no longer exists.";
  const deletion = await callTo(calls, FEEDBACK.id);
  deletion.answer({ success: false, error: "feedback.not_found", message }, 404);
  const counts = { open: 0, in_progress: 0, resolved: 0, closed: 0 };
  const list = await callTo(calls, "/api/feedback");
  list.answer({ success: true, feedback: [], total: 0, counts, nextPage: null });
  await waitFor(() => expect(screen.queryByText("A title")).toBeNull());
});

test("deleted feedback leaves the list at once, also if the list cannot be fetched again", async () => {
  const calls = await renderList();
  fireEvent.click(screen.getByRole("button", { name: "Delete A title" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  (await callTo(calls, FEEDBACK.id)).answer({ success: true, message: "Deleted." });
  const refetch = await callTo(calls, "/api/feedback");
  await waitFor(() => expect(screen.queryByText("A title")).toBeNull());
  refetch.answer("", 500);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Feedback deleted"));
  expect(screen.getByText("0 of 1 shown")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Open$/ }).textContent).toContain("1");
  expect(screen.queryByText("A title")).toBeNull();
});

test("a change that fails shows a toast and changes nothing", async () => {
  const calls = await renderList();
  const toast = () => toastStore.read()?.title;
  choose("Status", "closed");
  (await callTo(calls, FEEDBACK.id)).answer("", 500);
  (await callTo(calls, "/api/feedback")).answer(pageOf());
  await waitFor(() => expect(toast()).toBe("Failed to update feedback status."));
  await waitFor(() => expect(select("Status").value).toBe("open"));
  fireEvent.click(screen.getByRole("button", { name: "Delete A title" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  (await callTo(calls, FEEDBACK.id)).answer("", 500);
  (await callTo(calls, "/api/feedback")).answer(pageOf());
  await waitFor(() => expect(toast()).toBe("Failed to delete feedback."));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("article", { name: "A title" })).toBeTruthy();
});

test("a next page that fails says so below the entries, which stay", async () => {
  const calls = await renderList();
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  const message = "Not now.";
  (await callTo(calls, "after=next")).answer({ success: false, error: "x", message }, 500);
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(screen.getByRole("heading", { name: FEEDBACK.title })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: /could not be loaded/ })).toBeNull();
});

test("a next page that fails again is a new alert, which a screen reader reads again", async () => {
  const calls = await renderList();
  const fail = async (answer: object | string) => {
    fireEvent.click(screen.getByRole("button", { name: "Show more" }));
    const call = await callTo(calls, "after=next");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    call.answer(answer, 500);
    return screen.findByRole("alert");
  };
  const first = await fail({ success: false, error: "x", message: "Not now." });
  const second = await fail("no sentence");
  expect(second).not.toBe(first);
  expect(second.textContent).toBe("The feedback could not be loaded");
});

test("a second press of a count shows all entries again", async () => {
  const calls = await renderList();
  const tile = screen.getByRole("button", { name: /Open$/ });
  fireEvent.click(tile);
  (await callTo(calls, "?status=open")).answer(pageOf());
  await waitFor(() => expect(tile.getAttribute("aria-pressed")).toBe("true"));
  fireEvent.click(tile);
  await waitFor(() => expect(tile.getAttribute("aria-pressed")).toBe("false"));
});

test("status and type filter together, and Show all ends both", async () => {
  const calls = await renderList();
  const tile = screen.getByRole("button", { name: /Open$/ });
  const type = screen.getByLabelText<HTMLSelectElement>("Filter by type");
  fireEvent.click(tile);
  (await callTo(calls, "?status=open")).answer(pageOf());
  fireEvent.change(type, { target: { value: "feature" } });
  const none = { ...pageOf(), feedback: [], total: 0, nextPage: null };
  (await callTo(calls, "?status=open&type=feature")).answer(none);
  await screen.findByText("No feedback has this status and type.");
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  await screen.findByRole("heading", { name: FEEDBACK.title });
  expect([tile.getAttribute("aria-pressed"), type.value]).toEqual(["false", ""]);
});

test("a list does not show the previous filter's empty state while loading", async () => {
  const calls = await renderList();
  const type = screen.getByLabelText("Filter by type");
  fireEvent.change(type, { target: { value: "feature" } });
  const none = { ...pageOf(), feedback: [], total: 0, nextPage: null };
  (await callTo(calls, "?type=feature")).answer(none);
  const noneMatches = () => screen.queryByText("No feedback has this status and type.");
  await waitFor(() => expect(noneMatches()).toBeTruthy());
  fireEvent.change(type, { target: { value: "bug" } });
  const bugs = await callTo(calls, "?type=bug");
  await waitFor(() => expect(noneMatches()).toBeNull());
  bugs.answer(pageOf());
  await screen.findByRole("heading", { name: FEEDBACK.title });
});

test("a list that could not be loaded is not said to be loading, and can be tried again", async () => {
  const calls = holdApiCalls();
  renderInApp(<FeedbackList actionFor={() => null} />);
  expect(screen.getByText("Loading feedback")).toBeTruthy();
  expect(screen.queryByRole("heading"), "not failed yet").toBeNull();
  (await callTo(calls, "/api/feedback")).answer("", 500);
  await screen.findByRole("heading", { name: "The feedback could not be loaded" });
  expect(screen.queryByText("Loading feedback")).toBeNull();
  expect(screen.getByRole("button", { name: /Open$/ }).textContent, "no count of 0").toBe("–Open");
  expect(screen.queryByText("No feedback yet")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  (await callTo(calls, "/api/feedback")).answer(pageOf());
  await screen.findByRole("heading", { name: FEEDBACK.title });
  expect(screen.queryByText("No feedback yet")).toBeNull();
});

test("a change shows from its own answer, and a second one follows before the list is fetched again", async () => {
  const calls = await renderList();
  choose("Status", "closed");
  await answerChange(calls, { status: "closed" });
  const list = await callTo(calls, "/api/feedback");
  choose("Priority", "urgent");
  expect((await callTo(calls, FEEDBACK.id)).body).toEqual({ priority: "urgent" });
  list.answer("", 500);
  await act(async () => {});
  expect(select("Status").value).toBe("closed");
  expect(screen.getByText("1 of 2 shown")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Closed$/ }).textContent).toContain("1");
});

test("without entries there is no list to read", async () => {
  const calls = holdApiCalls();
  renderInApp(<FeedbackList actionFor={() => null} />);
  (await callTo(calls, "/api/feedback")).answer({ ...pageOf(), feedback: [], nextPage: null });
  await screen.findByRole("heading", { name: "No feedback yet" });
  expect(screen.queryByRole("list")).toBeNull();
});
