// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { LoginForm } from "./login-form.tsx";

afterEach(() => vi.unstubAllGlobals());

test("all inputs are disabled while the form is sent", async () => {
  const calls = holdApiCalls();
  renderInApp(<LoginForm />);
  const inputs = [
    screen.getByLabelText<HTMLInputElement>("Username or Email"),
    screen.getByLabelText<HTMLInputElement>("Password"),
    screen.getByLabelText<HTMLInputElement>("Remember me"),
  ];
  const [name, password] = inputs;
  if (name && password) {
    fireEvent.input(name, { target: { value: "opal" } });
    fireEvent.input(password, { target: { value: "a password" } });
  }
  fireEvent.submit(screen.getByRole("button", { name: "Sign In" }));
  const call = await callTo(calls, "/api/auth/login");
  expect(inputs.map(({ disabled }) => disabled)).toEqual([true, true, true]);
  call.answer({ message: "Invalid username or password" }, 401);
  await waitFor(() =>
    expect(inputs.map(({ disabled }) => disabled)).toEqual([false, false, false]),
  );
});
