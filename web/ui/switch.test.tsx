// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Switch } from "./switch.tsx";

test("a switch's hint is its description and not part of its name", () => {
  renderInApp(<Switch label="Blur" hint="Point at it." checked onChange={() => {}} />);
  const field = screen.getByRole("switch", { name: "Blur", description: "Point at it." });
  expect(field).toBeTruthy();
});

test("a press on a switch's hint switches it off, one later on", () => {
  const onChange = vi.fn<(checked: boolean) => void>();
  const make = (checked: boolean) => (
    <Switch label="Blur" hint="Point at it." checked={checked} onChange={onChange} />
  );
  const { rerender } = renderInApp(make(true));
  const press = () => fireEvent.click(screen.getByText("Point at it."));
  press();
  rerender(make(false));
  expect(screen.getByRole("switch", { checked: false })).toBeTruthy();
  press();
  expect(onChange.mock.calls).toEqual([[false], [true]]);
});
