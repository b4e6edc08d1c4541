// @vitest-environment happy-dom
import { act, renderHook, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useOpening } from "./use-opening.ts";

const press = (name: string) => act(() => screen.getByRole("button", { name }).click());

test("a dialog whose code comes after another dialog has opened stays closed, and opens with the next press", async () => {
  const { promise: code, resolve: arrive } = Promise.withResolvers<void>();
  function Page() {
    const [opened, setOpened] = useState<string[]>([]);
    const [note, openWith] = useOpening("It could not be opened");
    const add = (name: string) => setOpened((before) => [...before, name]);
    return (
      <>
        <button onClick={() => openWith(code, () => add("Filters"))}>Narrow</button>
        <button onClick={() => add("Post")}>Card</button>
        {note}
        {opened.map((name) => (
          <Dialog key={name} label={name} onClose={() => setOpened([])}>
            <button onClick={() => setOpened([])}>Close</button>
          </Dialog>
        ))}
      </>
    );
  }
  renderInApp(<Page />);
  press("Narrow");
  press("Card");
  expect(screen.getByText("Loading…")).toBeTruthy();
  await act(async () => arrive());
  expect(screen.queryByText("Loading…")).toBeNull();
  expect(screen.getByRole("dialog").getAttribute("aria-label")).toBe("Post");
  press("Close");
  press("Narrow");
  expect(await screen.findByRole("dialog", { name: "Filters" })).toBeTruthy();
});

test.each([
  ["one button", false, 0],
  ["two buttons", false, 1],
  ["one button", true, 0],
  ["two buttons", true, 1],
])(
  "of two dialogs of %s the last one pressed opens, if the first one's code comes first: %s",
  async (_, firstComesFirst, other) => {
    const buttons = [0, 1].map(() => renderHook(() => useOpening("It could not be opened")).result);
    const [a, b] = [buttons[0], buttons[other]];
    const opened: string[] = [];
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    act(() => a?.current[1](first.promise, (code) => opened.push(code)));
    act(() => b?.current[1](second.promise, (code) => opened.push(code)));
    const arrivals = [() => first.resolve("the first"), () => second.resolve("the second")];
    for (const arrive of firstComesFirst ? arrivals : arrivals.toReversed())
      await act(async () => arrive());
    expect(opened).toEqual(["the second"]);
    expect(buttons.map(({ current }) => current[0])).toEqual([false, false]);
  },
);

test("the note stays until the code of the last press is there", async () => {
  const { result } = renderHook(() => useOpening("It could not be opened"));
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  act(() => result.current[1](first.promise, () => undefined));
  act(() => result.current[1](second.promise, () => undefined));
  await act(async () => first.resolve());
  expect(result.current[0]).toBeTruthy();
  await act(async () => second.resolve());
  expect(result.current[0]).toBe(false);
});
