// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useTyped } from "./use-typed.ts";

function typeAndClose(leave: () => void): unknown[][] {
  const onPause = vi.fn<(value: string) => void>();
  const { result, unmount } = renderHook(() => useTyped("", 0, (text) => text, onPause));
  act(() => result.current[1]("opal"));
  leave();
  unmount();
  return onPause.mock.calls;
}

test("text typed just before the dialog closes is saved", () => {
  expect(typeAndClose(() => undefined)).toEqual([["opal"]]);
});

test("text typed just before Back is not saved: it would replace the address of the page behind", () => {
  history.pushState(null, "", "/user/gemhunter");
  expect(typeAndClose(() => history.pushState(null, "", "/about"))).toEqual([]);
});

test("text is saved once after a pause in typing, and a new number of clears drops it", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const onPause = vi.fn<(value: string) => void>();
  const { result, rerender, unmount } = renderHook(
    (clears: number) => useTyped("", clears, (text) => text.trim(), onPause),
    { initialProps: 0 },
  );
  const type = (text: string) => act(() => result.current[1](text));
  type("op");
  vi.advanceTimersByTime(349);
  type("opal");
  vi.advanceTimersByTime(349);
  expect(onPause).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onPause.mock.calls).toEqual([["opal"]]);
  rerender(1);
  expect(result.current[0]).toBe("");
  type(" ");
  vi.advanceTimersByTime(350);
  expect(onPause).toHaveBeenCalledOnce();
  vi.useRealTimers();
  unmount();
  expect(onPause, "nothing is left to save").toHaveBeenCalledOnce();
});

test("a value changed elsewhere replaces the typed text, and the saved text itself does not", () => {
  const noSave = () => {};
  const { result, rerender } = renderHook(
    (value: string) => useTyped(value, 0, (text) => text.trim(), noSave),
    { initialProps: "" },
  );
  act(() => result.current[1]("opal "));
  rerender("opal");
  expect(result.current[0]).toBe("opal ");
  rerender("agate");
  expect(result.current[0]).toBe("agate");
});
