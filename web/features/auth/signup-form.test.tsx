// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type AuthStatusResponse, loginRequest } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { authMessages } from "./auth.messages.ts";
import { SignupForm } from "./signup-form.tsx";

afterEach(dismissToast);

test("beside an e-mail address that the login does not take, the sign-up says to log in with the username", () => {
  renderInApp(<SignupForm />);
  const email = screen.getByLabelText<HTMLInputElement>("Email (optional)");
  const described = () => email.getAttribute("aria-describedby");
  for (const length of [50, 51, 50]) {
    const value = `${"e".repeat(length - "@long.example".length)}@long.example`;
    fireEvent.input(email, { target: { value } });
    const isTaken = loginRequest.safeParse({ username: value, password: "a password" }).success;
    expect(isTaken).toBe(length === 50);
    const hint = screen.queryByText(/you will log in with your username/);
    expect(hint === null).toBe(isTaken);
    expect(described()).toBe(hint?.id ?? null);
  }
});

const UNKNOWN = authMessages.signupUnconfirmed.sentence;
const UNCONFIRMED = `${UNKNOWN} Check your connection.`;
const BUSY = { success: false, error: "internal.unavailable", message: "Busy." };

const TYPED = {
  Username: "Visitor",
  "Display Name (optional)": "Kept as typed",
  Password: "a long password",
  "Confirm Password": "a long password",
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Create Account" }));

function renderFilledIn() {
  const calls = holdApiCalls();
  const client = clientOf(signedOut);
  renderInApp(<SignupForm />, { client });
  for (const [label, value] of Object.entries(TYPED))
    fireEvent.input(field(label), { target: { value } });
  return { calls, client };
}

async function loseSignup(calls: ApiCall[], status: AuthStatusResponse) {
  (await callTo(calls, "/api/auth/signup")).lose();
  (await callTo(calls, "/api/auth/status")).answer(status);
}

test.each([
  [
    "the API is away",
    "Busy.",
    async (calls: ApiCall[]) => (await callTo(calls, "/api/auth/signup")).answer(BUSY, 503),
  ],
  ["the network is away", UNCONFIRMED, (calls: ApiCall[]) => loseSignup(calls, signedOut)],
  [
    "a gateway answers for the API",
    UNKNOWN,
    async (calls: ApiCall[]) => {
      (await callTo(calls, "/api/auth/signup")).answer("<html>", 504);
      (await callTo(calls, "/api/auth/status")).answer(signedOut);
    },
  ],
  [
    "another account is signed in",
    UNCONFIRMED,
    (calls: ApiCall[]) =>
      loseSignup(calls, { ...signedIn, user: { ...MEMBER, username: "another" } }),
  ],
])("a form sent while %s keeps its text, and can be sent later", async (_what, sentence, fail) => {
  const { calls, client } = renderFilledIn();
  submit();
  await fail(calls);
  await screen.findByRole("button", { name: "Create Account" });
  expect(toastStore.read()).toMatchObject({ title: "Signup Failed", description: sentence });
  for (const [label, value] of Object.entries(TYPED)) expect(field(label).value).toBe(value);
  submit();
  (await callTo(calls, "/api/auth/signup")).answer({ success: true, user: MEMBER }, 201);
  await waitFor(() => expect(client.getQueryData(queryKeys.session())).toMatchObject(signedIn));
  expect(toastStore.read()?.title).toBe("Account created!");
});

test("a sign-up whose answer was lost after its cookie had arrived goes on as signed in", async () => {
  const { calls, client } = renderFilledIn();
  submit();
  await loseSignup(calls, signedIn);
  await waitFor(() => expect(client.getQueryData(queryKeys.session())).toMatchObject(signedIn));
  expect(toastStore.read()?.title).toBe("Account created!");
});
