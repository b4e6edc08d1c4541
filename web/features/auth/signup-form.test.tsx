// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { loginRequest } from "#schema/api/auth.ts";
import { queryKeys } from "#schema/queries.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
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

const BUSY = { success: false, error: "internal.unavailable", message: "Busy." };

test.each([
  ["the API", (call: ApiCall) => call.answer(BUSY, 503)],
  ["the network", (call: ApiCall) => call.lose()],
])("a form sent while %s is away keeps its text, and can be sent later", async (_what, fail) => {
  const calls = holdApiCalls();
  const client = clientOf(signedOut);
  renderInApp(<SignupForm />, { client });
  const typed = {
    Username: "gem_fan",
    "Display Name (optional)": "Kept as typed",
    Password: "a long password",
    "Confirm Password": "a long password",
  };
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  for (const [label, value] of Object.entries(typed))
    fireEvent.input(field(label), { target: { value } });
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
  submit();
  fail(await callTo(calls, "/api/auth/signup"));
  await screen.findByRole("button", { name: "Create Account" });
  expect(toastStore.read()?.title).toBe("Signup Failed");
  for (const [label, value] of Object.entries(typed)) expect(field(label).value).toBe(value);
  submit();
  (await callTo(calls, "/api/auth/signup")).answer({ success: true, user: MEMBER }, 201);
  await waitFor(() => expect(client.getQueryData(queryKeys.session())).toMatchObject(signedIn));
  expect(toastStore.read()?.title).toBe("Account created!");
});
