// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { DataSaverToggle } from "./data-saver-toggle.tsx";
import { setSavesData } from "./data-saver.ts";

test("the data saver is switched on and off by one button, which says its state", () => {
  onTestFinished(() => setSavesData(false));
  renderInApp(<DataSaverToggle className="" />);
  const states = ["off", "on", "off"].map(() => {
    const button = screen.getByRole("button", { name: "Data saver" });
    const state = [button.getAttribute("aria-pressed"), button.textContent];
    fireEvent.click(button);
    return state;
  });
  expect(states).toEqual([
    ["false", "Data saver off"],
    ["true", "Data saver on"],
    ["false", "Data saver off"],
  ]);
});
