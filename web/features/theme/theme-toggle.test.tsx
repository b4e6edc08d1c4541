// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { setTheme } from "./theme.ts";

test("the button names the theme and the next one, and a press changes both", () => {
  onTestFinished(() => setTheme("system"));
  renderInApp(<ThemeToggle />);
  const names = ["first", "second", "third"].map(() => {
    const button = screen.getByRole("button");
    const name = button.getAttribute("aria-label");
    fireEvent.click(button);
    return name;
  });
  expect(names).toEqual([
    "Theme: System. Switch to dark",
    "Theme: Dark. Switch to light",
    "Theme: Light. Switch to system",
  ]);
});
