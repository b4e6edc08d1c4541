// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { expect, onTestFinished, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { passFocusToNextRow } from "./pass-focus-to-next-row.ts";

function Names() {
  const [names, setNames] = useState(["ann", "bob", "cyd", "dee"]);
  const without = (name: string) => setNames(names.filter((other) => other !== name));
  const withoutAndOut = (name: string) => {
    flushSync(() => without(name));
    screen.getByLabelText("Elsewhere").focus();
  };
  return (
    <>
      <h1>Creators</h1>
      <input aria-label="Elsewhere" />
      <button type="button" onClick={() => without("ann")}>
        Without ann
      </button>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name} ref={passFocusToNextRow}>
              <button
                type="button"
                onClick={() => without(name)}
                onDoubleClick={() => withoutAndOut(name)}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const focused = () => document.activeElement?.textContent;

function press(name: string) {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

test("a removed row hands the focus to the next row, the last one to the row before, the only one to the heading", async () => {
  renderInApp(<Names />);
  press("bob");
  await waitFor(() => expect(focused()).toBe("cyd"));
  press("cyd");
  await waitFor(() => expect(focused()).toBe("dee"));
  press("dee");
  await waitFor(() => expect(focused()).toBe("ann"));
  press("ann");
  await waitFor(() => expect(focused()).toBe("Creators"));
});

test("removing a row without the focus does not move it, and takes none where nothing has it", async () => {
  renderInApp(<Names />);
  press("Without ann");
  await waitFor(() => expect(screen.queryByText("ann")).toBeNull());
  expect(focused()).toBe("Without ann");
  screen.getByText("Without ann").blur();
  fireEvent.click(screen.getByText("bob"));
  await waitFor(() => expect(screen.queryByText("bob")).toBeNull());
  expect(document.activeElement).toBe(document.body);
});

test("an element that takes the focus after a removal keeps it", async () => {
  renderInApp(<Names />);
  const bob = screen.getByRole("button", { name: "bob" });
  bob.focus();
  fireEvent.doubleClick(bob);
  const field = screen.getByLabelText("Elsewhere");
  await Promise.resolve();
  expect(screen.queryByText("bob")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("rows that disappear with their page leave the focus to the next page", async () => {
  const heading = document.body.appendChild(document.createElement("h1"));
  onTestFinished(() => heading.remove());
  const { unmount } = renderInApp(<Names />);
  screen.getByRole("button", { name: "ann" }).focus();
  history.pushState(null, "", "/next");
  unmount();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
