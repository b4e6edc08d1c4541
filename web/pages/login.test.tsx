// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes, useLocation } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { queryKeys } from "#schema/queries.ts";
import { expireSession, refreshSession, startSession } from "#web/features/auth/session-cache.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { LoginPage } from "./login.tsx";
import { SignupPage } from "./signup.tsx";

afterEach(dismissToast);

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
  const client = clientOf(signedIn);
  expireSession(client);
  renderInApp(<LoginPage />, { client });
  expect(screen.getByText(ENDED).textContent).not.toMatch(COOKIES);
});

test.each([
  ["Forgot password?", LoginPage],
  ["Log in with Google", LoginPage],
  ["Sign up with Reddit", SignupPage],
])("the button of a planned feature shows a toast: %s", (name, Page) => {
  renderInApp(<Page />, { client: clientOf(signedOut) });
  fireEvent.click(screen.getByRole("button", { name }));
  expect(toastStore.read()?.title).toBe("Coming Soon");
});

const Address = () => <output>{useLocation().pathname}</output>;

/** Sends the form at this address as a signed-out visitor, and answers that it worked. */
async function sendForm(path: string, fields: Record<string, string>) {
  const client = clientOf(signedOut);
  const calls = holdApiCalls();
  renderInApp(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/signup" element={<SignupPage />} />
      <Route path="*" element={<Address />} />
    </Routes>,
    { client, path },
  );
  for (const [label, value] of Object.entries(fields))
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: /^(Sign In|Create Account)$/ }));
  const call = await waitFor(() => {
    if (!calls[0]) throw new Error("the form was not sent");
    return calls[0];
  });
  call.answer({ success: true, user: MEMBER });
  const address = await screen.findByRole("status");
  expect(client.getQueryData(queryKeys.session())).toMatchObject(signedIn);
  expect(calls, "the answer signs in").toHaveLength(1);
  return address.textContent;
}

const PASSWORD = "a long password";
const LOGIN = { "Username or Email": "visitor", Password: PASSWORD };
const SIGNUP = { Username: "visitor", Password: PASSWORD, "Confirm Password": PASSWORD };

test.each([
  "/login",
  "/login?returnUrl=%2F%2Fexample.com%2Fx",
  "/login?returnUrl=%2F%5Cexample.com",
  "/login?returnUrl=https%3A%2F%2Fexample.com%2F",
  "/login?returnUrl=%2Fsignup%3Fa%3Db",
])("a login at %s leads home: other sites and the two forms are no way back", async (path) => {
  expect(await sendForm(path, LOGIN)).toBe("/");
  expect(toastStore.read()?.title).toBe("Welcome back!");
});

test.each([
  ["%2F%2Fexample.com%2Fx", "/"],
  ["%2Fuser%2Fnorthlight", "/user/northlight"],
])("a sign-up with the returnUrl %s leads to %s", async (returnUrl, path) => {
  expect(await sendForm(`/signup?returnUrl=${returnUrl}`, SIGNUP)).toBe(path);
  expect(toastStore.read()?.title).toBe("Account created!");
});
