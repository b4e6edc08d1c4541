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
