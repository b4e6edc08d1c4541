// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { PasswordField } from "./password-field.tsx";

test("the show-password button is named after its next action and has no pressed state", () => {
  renderInApp(<PasswordField label="Password" name="password" autoComplete="current-password" />);
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
  const hide = screen.getByRole("button", { name: "Hide password" });
  expect(hide.hasAttribute("aria-pressed")).toBe(false);
});
