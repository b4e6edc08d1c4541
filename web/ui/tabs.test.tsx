// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Tabs } from "./tabs.tsx";

const NAMES = ["one", "two", "three"];

function Three() {
  const [value, setValue] = useState("one");
  const tabs = NAMES.map((name) => ({ value: name, label: name }));
  return (
    <Tabs label="Numbers" tabs={tabs} value={value} onChange={setValue}>
      Text
    </Tabs>
  );
}

test("arrow keys, Home and End open tabs and wrap around, and only the open tab is a Tab stop", () => {
  renderInApp(<Three />);
  screen.getByRole("tab", { selected: true }).focus();
  const opened = ["ArrowLeft", "ArrowLeft", "Home", "End", "ArrowRight", "ArrowRight"].map(
    (key) => {
      fireEvent.keyDown(document.activeElement as Element, { key });
      const open = screen.getByRole("tab", { selected: true });
      expect(document.activeElement).toBe(open);
      const stops = screen.getAllByRole("tab").filter(({ tabIndex }) => tabIndex === 0);
      expect(stops).toEqual([open]);
      return open.textContent;
    },
  );
  expect(opened).toEqual(["three", "two", "one", "three", "one", "two"]);
});

test("a press opens a tab, and its panel is named after it", () => {
  renderInApp(<Three />);
  expect(screen.getByRole("tablist", { name: "Numbers" })).toBeTruthy();
  const tab = screen.getByRole("tab", { name: "two" });
  fireEvent.click(tab);
  const panel = screen.getByRole("tabpanel", { name: "two" });
  expect(panel.textContent).toBe("Text");
  expect(tab.getAttribute("aria-controls")).toBe(panel.id);
});

test("a key that opens a tab does not scroll the page, and the others keep their meaning", () => {
  renderInApp(<Three />);
  const tab = screen.getByRole("tab", { selected: true });
  const isLeft = (key: string) => fireEvent.keyDown(tab, { key });
  expect([isLeft("End"), isLeft("PageDown")]).toEqual([false, true]);
});
