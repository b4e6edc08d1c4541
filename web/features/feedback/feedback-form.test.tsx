// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { endSession, expireSession, startSession } from "#web/features/auth/session-cache.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { toastStore } from "#web/features/toasts/toast-store.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MEMBER } from "#web/testing/sessions.ts";
import { feedbackDraft } from "./feedback-draft.ts";
import { FeedbackForm } from "./feedback-form.tsx";

const PATH = "/api/feedback";
const UUID = /^[0-9a-f-]{36}$/;

afterEach(() => feedbackDraft.clear());

function setUp() {
  const calls = holdApiCalls();
  const onClose = vi.fn<() => void>();
  renderInApp(<FeedbackForm onClose={onClose} />);
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Submit Feedback" }));
  /** Presses Submit, then answers or drops the request. Returns the submission's id. */
  const send = async (end: "stored" | "lost") => {
    submit();
    const call = await callTo(calls, PATH);
    if (end === "lost") call.lose();
    else call.answer({ success: true, message: "Thank you." }, 201);
    await screen.findByRole("button", { name: "Submit Feedback" });
    return (call.body as { submissionId: string }).submissionId;
  };
  const write = (title: string) => {
    type("Title", title);
    type("Description", "It would be nice if it did.");
  };
  return { calls, onClose, send, submit, write };
}

test("pressed again after a lost answer, the same words have the same id; other words have another", async () => {
  const { send, write } = setUp();
  write("A wish");
  const first = await send("lost");
  expect(first).toMatch(UUID);
  expect(await send("lost")).toBe(first);
  write("Another wish");
  const other = await send("lost");
  expect(other).toMatch(UUID);
  expect(other).not.toBe(first);
  expect(await send("stored")).toBe(other);
});

test("words that were stored are a new submission when they are sent again", async () => {
  const { send, write } = setUp();
  write("Again");
  const first = await send("stored");
  write("Again");
  const second = await send("stored");
  expect(second).toMatch(UUID);
  expect(second).not.toBe(first);
});

test("an answer that comes once other words are typed neither closes the form nor drops them", async () => {
  const first = setUp();
  first.write("The first");
  first.submit();
  const call = await callTo(first.calls, PATH);
  cleanup();
  const { onClose, write } = setUp();
  write("The second");
  call.answer({ success: true, message: "Thank you." }, 201);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Feedback submitted!"));
  expect(first.onClose).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  cleanup();
  setUp();
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("The second");
});

test("an answer closes a form that was opened again with the sent words", async () => {
  const first = setUp();
  first.write("Sent once");
  first.submit();
  const call = await callTo(first.calls, PATH);
  cleanup();
  const { onClose } = setUp();
  const title = () => screen.getByLabelText<HTMLInputElement>("Title").value;
  expect(title()).toBe("Sent once");
  call.answer({ success: true, message: "Thank you." }, 201);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(first.onClose).not.toHaveBeenCalled();
  cleanup();
  setUp();
  expect(title()).toBe("");
});

test("every field that was filled in is kept for when the form is opened again", () => {
  const written = {
    Type: "bug",
    "Email (optional)": "ann@example.com",
    Title: "A wish",
    Description: "It would be nice if it did.",
  };
  setUp();
  for (const [label, value] of Object.entries(written))
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  cleanup();
  setUp();
  const kept = Object.keys(written).map((label) => [
    label,
    screen.getByLabelText<HTMLInputElement>(label).value,
  ]);
  expect(Object.fromEntries(kept)).toEqual(written);
});

test("typed words are their member's: kept until the session has ended and begun again, gone after a logout", () => {
  const client = createQueryClient();
  const logIn = (id: string) => startSession(client, { success: true, user: { ...MEMBER, id } });
  const open = () => {
    cleanup();
    renderInApp(<FeedbackForm onClose={() => {}} />, { client });
    return screen.getByLabelText<HTMLInputElement>("Title");
  };
  logIn("first");
  fireEvent.input(open(), { target: { value: "A complaint" } });
  expireSession(client);
  expect(open().value).toBe("A complaint");
  logIn("first");
  expect(open().value).toBe("A complaint");
  endSession(client);
  logIn("second");
  expect(open().value).toBe("");
  fireEvent.input(open(), { target: { value: "Another complaint" } });
  endSession(client);
  expect(open().value).toBe("");
  fireEvent.input(open(), { target: { value: "A visitor's" } });
  logIn("first");
  expect(open().value).toBe("A visitor's");
});

test("the shown length is the one that the rule counts, without spaces around the text", () => {
  setUp();
  fireEvent.input(screen.getByLabelText("Description"), { target: { value: "  Too short  " } });
  expect(screen.getByText("9 of 2000 characters, at least 10")).toBeTruthy();
});
