// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { LoginForm } from "./login-form.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a form is sent once, and all its inputs are disabled until the answer", async () => {
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
  const submit = () => fireEvent.submit(screen.getByRole("button", { name: /^Sign/ }));
  // The second press comes before the first has been rendered.
  act(() => {
    submit();
    submit();
  });
  const call = await callTo(calls, "/api/auth/login");
  expect(inputs.map(({ disabled }) => disabled)).toEqual([true, true, true]);
  const busy = screen.getByRole<HTMLButtonElement>("button", { name: "Signing In..." });
  expect(busy.disabled).toBe(true);
  submit();
  expect(calls.map(({ method }) => method)).toEqual(["POST"]);
  call.answer({ message: "Invalid username or password" }, 401);
  await waitFor(() =>
    expect(inputs.map(({ disabled }) => disabled)).toEqual([false, false, false]),
  );
});
