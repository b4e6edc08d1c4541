// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Switch } from "./switch.tsx";

test("a switch's hint is its description and not part of its name", () => {
  renderInApp(<Switch label="Blur" hint="Point at it." checked onChange={() => {}} />);
  const field = screen.getByRole("switch", { name: "Blur", description: "Point at it." });
  expect(field).toBeTruthy();
});
