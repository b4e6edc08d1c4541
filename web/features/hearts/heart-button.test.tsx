// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { onAuthLost } from "#web/api/auth-lost.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn, signedOut } from "#web/testing/sessions.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { HeartButton } from "./heart-button.tsx";
import { useHeart } from "./hearts.queries.ts";

afterEach(dismissToast);

const button = () => screen.getByRole("button");
const look = () => ({
  text: button().textContent,
  pressed: button().getAttribute("aria-pressed"),
});

function renderHearts(session: AuthStatusResponse | null, times = 1) {
  const calls = holdApiCalls();
  const client = createQueryClient();
  if (session) client.setQueryData(queryKeys.session(), session);
  const heart = <HeartButton type="user" id="GemHunter" initialCount={5} name="u/GemHunter" />;
  renderInApp(
    Array.from({ length: times }, (_, at) => <div key={at}>{heart}</div>),
    { client },
  );
  return calls;
}

async function renderWithStatus(voted: boolean, heartCount: number): Promise<ApiCall[]> {
  const calls = renderHearts(signedIn);
  const status = await callTo(calls, "/vote-status");
  status.answer({ items: [{ type: "user", id: "GemHunter", voted, heartCount }] });
  await waitFor(() => expect(look().pressed).toBe(String(voted)));
  await waitFor(() => expect(look().text).toBe(String(heartCount)));
  return calls;
}

test("a signed-in visitor sees the list's count first, then the server's status", async () => {
  const calls = renderHearts(signedIn);
  expect(look()).toEqual({ text: "5", pressed: "false" });
  const status = await callTo(calls, "/vote-status");
  expect(status.body).toEqual({ items: [{ type: "user", id: "GemHunter" }] });
  status.answer({ items: [{ type: "user", id: "GemHunter", voted: true, heartCount: 8 }] });
  await waitFor(() => expect(look()).toEqual({ text: "8", pressed: "true" }));
});

test("a failed status request leaves the heart not voted, with the list's count", async () => {
  const calls = renderHearts(signedIn);
  const status = await callTo(calls, "/vote-status");
  expect(button().getAttribute("aria-busy")).toBe("true");
  status.answer({ success: false, error: "internal.error", message: "Not now." }, 500);
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBe("false"));
  expect(look()).toEqual({ text: "5", pressed: "false" });
  expect(toastStore.read()).toBeNull();
});

test("a heart is busy until its vote is answered", async () => {
  const calls = await renderWithStatus(false, 7);
  fireEvent.click(button());
  const vote = await callTo(calls, "/users/GemHunter/vote");
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBe("true"));
  vote.answer({ success: true, voted: true, heartCount: 8 });
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBe("false"));
});

test("a failure reverts the click and shows the server's sentence", async () => {
  const calls = await renderWithStatus(true, 7);
  fireEvent.click(button());
  await waitFor(() => expect(look()).toEqual({ text: "6", pressed: "false" }));
  const vote = await callTo(calls, "/users/GemHunter/vote");
  expect(vote.method).toBe("DELETE");
  vote.answer({ success: false, error: "http.internal", message: "Not now." }, 500);
  await waitFor(() => expect(look()).toEqual({ text: "7", pressed: "true" }));
  expect(toastStore.read()).toMatchObject({
    title: "Remove Vote Failed",
    description: "Not now.",
    tone: "destructive",
  });
});

test("without a sentence of the server a failed heart has its own", async () => {
  const calls = await renderWithStatus(false, 7);
  fireEvent.click(button());
  (await callTo(calls, "/users/GemHunter/vote")).answer("", 500);
  await waitFor(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Vote Failed",
      description: "Failed to vote for user",
    }),
  );
  await waitFor(() => expect(look()).toEqual({ text: "7", pressed: "false" }));
});

test("a heart's name says whose it is, and its count", async () => {
  await renderWithStatus(false, 7);
  expect(button().getAttribute("aria-label")).toBe("Heart u/GemHunter, 7 hearts");
});

test.each([
  ["an added heart bursts", false, 1],
  ["a removed one does not", true, 0],
])("%s", async (_, voted, bursts) => {
  await renderWithStatus(voted, 7);
  fireEvent.click(button());
  await waitFor(() => expect(look().pressed).toBe(String(!voted)));
  expect(document.getElementsByClassName("heart-burst")).toHaveLength(bursts);
});

test("only a given heart is filled and in its colour", async () => {
  await renderWithStatus(true, 7);
  const drawn = () => [
    button().getElementsByClassName("text-garnet").length,
    button().querySelector("svg")?.getAttribute("fill"),
  ];
  expect(drawn()).toEqual([1, "currentColor"]);
  fireEvent.click(button());
  await waitFor(() => expect(drawn()).toEqual([0, "none"]));
});

test("the login in the toast of a post's heart closes the toast and opens the login", () => {
  const lost: string[] = [];
  const stop = onAuthLost((what) => lost.push(what));
  askToLogIn({ type: "post", id: "t3_a" });
  toastStore.read()?.action?.onPress();
  stop();
  expect(lost).toEqual(["none"]);
  expect(toastStore.read()).toBeNull();
});

test("two buttons of one target share the heart and one status call", async () => {
  const calls = renderHearts(signedIn, 2);
  const status = await callTo(calls, "/vote-status");
  status.answer({ items: [{ type: "user", id: "GemHunter", voted: false, heartCount: 7 }] });
  await waitFor(() => expect(screen.getAllByText("7")).toHaveLength(2));
  const [first] = screen.getAllByRole("button");
  if (first) fireEvent.click(first);
  await waitFor(() => expect(screen.getAllByText("8")).toHaveLength(2));
  expect(calls.filter(({ url }) => url.endsWith("/vote-status"))).toHaveLength(1);
});

test("signed out, the button is disabled and keeps the list's count, and a click asks to log in", async () => {
  const calls = renderHearts(signedOut);
  expect(button().getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button());
  await waitFor(() => expect(toastStore.read()?.title).toBe("Authentication Required"));
  expect(toastStore.read()).toMatchObject({
    description: "Please log in to vote for users.",
    action: { label: "Follow on this device" },
  });
  expect(look()).toEqual({ text: "5", pressed: "false" });
  expect(document.getElementsByClassName("heart-burst")).toHaveLength(0);
  expect(calls).toEqual([]);
});

test("a click after a failed session request repeats it, and then votes or shows the failure", async () => {
  const calls = renderHearts(null);
  (await callTo(calls, "/api/auth/status")).answer({}, 500);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(button());
  (await callTo(calls, "/api/auth/status")).answer({}, 500);
  await waitFor(() => expect(toastStore.read()?.title).toBe("Vote Failed"));
  fireEvent.click(button());
  (await callTo(calls, "/api/auth/status")).answer(signedIn);
  const vote = await callTo(calls, "/users/GemHunter/vote");
  expect(vote.method).toBe("POST");
  vote.answer({ success: true, voted: true, heartCount: 6 });
  await waitFor(() => expect(toastStore.read()?.title).toBe("Vote Added"));
});

test("clicks before the session is known vote once it is, and only once", async () => {
  const calls = renderHearts(null);
  expect(button().getAttribute("aria-disabled")).toBe("false");
  fireEvent.click(button());
  fireEvent.click(button());
  expect(toastStore.read()).toBeNull();
  const session = await callTo(calls, "/api/auth/status");
  session.answer(signedIn);
  const vote = await callTo(calls, "/users/GemHunter/vote");
  expect(vote.method).toBe("POST");
  vote.answer({ success: true, voted: true, heartCount: 6 });
  await waitFor(() => expect(toastStore.read()?.title).toBe("Vote Added"));
  await waitFor(() => expect(look()).toEqual({ text: "6", pressed: "true" }));
  expect(calls.filter(({ url }) => url.endsWith("/vote"))).toEqual([vote]);
});

test("a button that appears after a failed session request does not repeat it", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  const heart = (id: string) => <HeartButton type="post" id={id} initialCount={5} name={id} />;
  const { rerender } = renderInApp(heart("one"), { client });
  (await callTo(calls, "/api/auth/status")).answer({}, 500);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBe("true"));
  rerender(<div>{heart("two")}</div>);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(calls).toHaveLength(1);
});

test("the count of a signed-out visitor's profile card needs no status request", () => {
  const client = clientOf(signedOut);
  const Count = () => <p>{useHeart({ type: "user", id: "GemHunter" }, 5).heart.heartCount}</p>;
  renderInApp(<Count />, { client });
  expect(screen.getByText("5")).toBeTruthy();
  expect(client.isFetching()).toBe(0);
});
