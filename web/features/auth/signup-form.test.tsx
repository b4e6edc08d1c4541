// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { loginRequest } from "#schema/api/auth.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { SignupForm } from "./signup-form.tsx";

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
