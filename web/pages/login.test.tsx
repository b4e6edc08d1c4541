// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { queryKeys } from "#schema/queries.ts";
import { expireSession, refreshSession, startSession } from "#web/features/auth/session-cache.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { LoginPage } from "./login.tsx";
import { SignupPage } from "./signup.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
});

const ENDED = /^Your session has ended\. Log in to go on where you were\./;
const COOKIES = /allow cookies for this site/;

const logIn = (client: ReturnType<typeof createQueryClient>) =>
  startSession(client, { success: true, user: MEMBER });

test("a session that is refused in the page where it began may lack cookies, and the login page says so", () => {
  const client = createQueryClient();
  logIn(client);
  expireSession(client);
  renderInApp(<LoginPage />, { client });
  expect(screen.getByText(ENDED).textContent).toMatch(COOKIES);
});

test("a session that another tab has ended does not lack cookies", async () => {
  const client = createQueryClient();
  const calls = holdApiCalls();
  logIn(client);
  const refreshed = refreshSession(client);
  (await callTo(calls, "/api/auth/status")).answer(signedOut);
  await act(() => refreshed);
  renderInApp(<LoginPage />, { client });
  expect(screen.getByText(ENDED).textContent).not.toMatch(COOKIES);
});

test("a session that a later page finds refused had its cookie, and lacks none", () => {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedIn);
  expireSession(client);
  renderInApp(<LoginPage />, { client });
  expect(screen.getByText(ENDED).textContent).not.toMatch(COOKIES);
});

test.each([
  ["Forgot password?", LoginPage],
  ["Log in with Google", LoginPage],
  ["Sign up with Reddit", SignupPage],
])("the button of a planned feature shows a toast: %s", (name, Page) => {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedOut);
  renderInApp(<Page />, { client });
  fireEvent.click(screen.getByRole("button", { name }));
  expect(toastStore.read()?.title).toBe("Coming Soon");
});

test("a login's answer signs in at once, without another call", async () => {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedOut);
  const calls = holdApiCalls();
  renderInApp(<LoginPage />, { client });
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  type("Username or Email", "visitor");
  type("Password", "a long password");
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  (await callTo(calls, "/api/auth/login")).answer({ success: true, user: MEMBER });
  await waitFor(() => expect(client.getQueryData(queryKeys.session())).toMatchObject(signedIn));
  expect(toastStore.read()?.title).toBe("Welcome back!");
  expect(calls).toHaveLength(1);
});
