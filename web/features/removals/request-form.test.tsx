// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn, signedOut } from "#web/testing/sessions.ts";
import { requestDraft } from "./request-draft.ts";
import { RemovalRequestForm } from "./request-form.tsx";

const PATH = "/api/removals";
const LINK = "https://www.reddit.com/r/pics/comments/1abcd9/a_title/";

const UUID = /^[0-9a-f-]{36}$/;

afterEach(() => {
  requestDraft.clear();
  dismissToast();
});

function setUp(session: AuthStatusResponse = signedOut) {
  const calls = holdApiCalls();
  const client = clientOf(session);
  const { unmount } = renderInApp(<RemovalRequestForm>Or write.</RemovalRequestForm>, { client });
  return { calls, client, unmount };
}

const input = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.input(input(label), { target: { value } });
const choose = (value: string) => {
  fireEvent.change(input(/What should/), { target: { value } });
  fireEvent.input(input(/What should/), { target: { value } });
};
const submit = () => fireEvent.submit(screen.getByRole("form", { name: "Removal request" }));

/** Sends the form and waits until the answer has replaced it. */
async function sendIt(calls: ReturnType<typeof holdApiCalls>) {
  submit();
  const call = await callTo(calls, PATH);
  call.answer({ success: true, message: "It is on our list." }, 201);
  expect(await screen.findByText("It is on our list.")).toBeTruthy();
  return call;
}

test("missing values are reported at their fields, and nothing is sent", async () => {
  const { calls } = setUp();
  type(/^Email/, "x");
  submit();
  expect(screen.getByText("Please say which one")).toBeTruthy();
  expect(screen.getByText("Please say why")).toBeTruthy();
  expect(screen.getByText("Invalid email")).toBeTruthy();
  expect(document.activeElement).toBe(input(/^Link/));
  expect(calls).toEqual([]);
});

test("the admin's list of feedback, where requests arrive, is renewed", async () => {
  const { calls, client } = setUp();
  const list = queryKeys.feedbackList({ status: null, type: null });
  client.setQueryData(list, { pages: [], pageParams: [] });
  type(/^Link/, LINK);
  type(/^Why/, "It shows me.");
  await sendIt(calls);
  expect(client.getQueryState(list)?.isInvalidated).toBe(true);
});

test("a request is sent as typed, and the answer replaces the form", async () => {
  const { calls } = setUp();
  choose("user");
  type(/^Username/, "u/Gem_Hunter");
  type(/^Why/, "It is my account.");
  fireEvent.click(screen.getByRole("checkbox"));
  const { method, body, headers } = await sendIt(calls);
  expect([method, body]).toEqual([
    "POST",
    {
      kind: "user",
      link: "u/Gem_Hunter",
      why: "It is my account.",
      minor: true,
      submissionId: expect.stringMatching(UUID) as string,
    },
  ]);
  expect(headers.get("authorization")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Request received" }));
  fireEvent.click(screen.getByRole("button", { name: "Send another" }));
  expect(input(/^Link/).value).toBe("");
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
  expect(document.activeElement).toBe(input(/What should/));
});

test.each([
  ["signed-out visitor", signedOut],
  ["member", signedIn],
])(
  "a %s's failed request keeps the typed values, even through a visit to another page",
  async (_who, session) => {
    const { calls } = setUp(session);
    choose("user");
    type(/^Username/, "Some_Body");
    type(/^Why/, "It is my own account.");
    type(/^Email/, "me@home.example");
    fireEvent.click(screen.getByRole("checkbox"));
    submit();
    const message = "You have sent several requests.";
    (await callTo(calls, PATH)).answer(
      { success: false, error: "removals.too_many", message, requestId: "1" },
      429,
    );
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(message));
    const expectAll = () => {
      expect(input(/What should/).value).toBe("user");
      expect(input(/^Username/).value).toBe("Some_Body");
      expect(input(/^Why/).value).toBe("It is my own account.");
      expect(input(/^Email/).value).toBe("me@home.example");
      expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
    };
    expectAll();
    cleanup();
    setUp(session);
    expectAll();
  },
);

test("pressed again after a lost answer, the same request has the same id; an edited one has another", async () => {
  const { calls } = setUp();
  type(/^Link/, LINK);
  type(/^Why/, "It shows me at home.");
  const send = async () => {
    submit();
    const call = await callTo(calls, PATH);
    call.lose();
    await screen.findByRole("button", { name: "Send Request" });
    return (call.body as { submissionId: string }).submissionId;
  };
  const first = await send();
  expect(first).toMatch(UUID);
  expect(await send()).toBe(first);
  type(/^Why/, "It shows me at work.");
  expect(await send()).not.toBe(first);
});

/** Sends a request and leaves the page before the answer. */
async function sendAndLeave() {
  const { calls, unmount } = setUp();
  type(/^Link/, LINK);
  type(/^Why/, "It shows me at home.");
  submit();
  const call = await callTo(calls, PATH);
  unmount();
  return call;
}

test("a request that fails after its page was left says so in a toast, and stays typed", async () => {
  const call = await sendAndLeave();
  call.lose();
  const title = "Your request could not be sent. Please try again.";
  await waitFor(() => expect(toastStore.read()).toMatchObject({ title, tone: "destructive" }));
  setUp();
  expect(input(/^Link/).value).toBe(LINK);
});

const RECEIVED = { success: true, message: "It is on our list." };

test("a request that is received after its page was left says so in a toast", async () => {
  const call = await sendAndLeave();
  call.answer(RECEIVED, 201);
  const toast = { title: "Request received", description: RECEIVED.message, tone: "success" };
  await waitFor(() => expect(toastStore.read()).toMatchObject(toast));
  setUp();
  expect(input(/^Link/).value).toBe("");
});

test("an answer that comes after a return to the page replaces the form, which still has the sent words", async () => {
  const call = await sendAndLeave();
  setUp();
  expect(input(/^Link/).value).toBe(LINK);
  call.answer(RECEIVED, 201);
  expect(await screen.findByText(RECEIVED.message)).toBeTruthy();
  expect(screen.queryByRole("form")).toBeNull();
});

test("an answer that comes once other words are typed leaves them in the form", async () => {
  const call = await sendAndLeave();
  setUp();
  type(/^Why/, "It shows me at work.");
  call.answer(RECEIVED, 201);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Request received"));
  expect(input(/^Why/).value).toBe("It shows me at work.");
});

test("without an answer the form says what to do", async () => {
  const { calls } = setUp();
  type(/^Link/, LINK);
  type(/^Why/, "It shows me at home.");
  submit();
  (await callTo(calls, PATH)).answer("", 502);
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe(
      "Your request could not be sent. Please try again.",
    ),
  );
});

test("the shown length is the one that the rule counts, without spaces around the text", () => {
  setUp();
  type(/^Why/, "  Too short  ");
  expect(screen.getByText(/ 9 of 2000 characters, at least 10$/)).toBeTruthy();
});
