// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { AccountName, PasswordField } from "./password-field.tsx";

test("the show-password button is named after its next action and has no pressed state", () => {
  renderInApp(<PasswordField label="Password" name="password" autoComplete="current-password" />);
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  expect(field).toMatchObject({ type: "password", autocomplete: "current-password" });
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field.type).toBe("text");
  const hide = screen.getByRole("button", { name: "Hide password" });
  expect(hide.hasAttribute("aria-pressed")).toBe(false);
  fireEvent.click(hide);
  expect(field.type).toBe("password");
  expect(field.getAttribute("autocapitalize"), "of a shown one, too").toBe("none");
});

test("a form without a name's input tells password managers the account, out of sight", () => {
  const { container } = renderInApp(<AccountName value="ann" />);
  const { hidden, autocomplete, value } = container.querySelector("input") as HTMLInputElement;
  expect({ hidden, autocomplete, value }).toEqual({
    hidden: true,
    autocomplete: "username",
    value: "ann",
  });
});

test("while a form is sent, the button beside its password is disabled too", () => {
  renderInApp(<PasswordField label="Password" autoComplete="current-password" disabled />);
  expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
});
