// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { useDebounced } from "./use-debounced.ts";

test("a value follows once it has stayed the same for the pause", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { result, rerender } = renderHook((typed: string) => useDebounced(typed, 250), {
    initialProps: "",
  });
  const values = ["g", "ge", "gem"].map((typed) => {
    rerender(typed);
    act(() => void vi.advanceTimersByTime(200));
    return result.current;
  });
  expect(values).toEqual(["", "", ""]);
  act(() => void vi.advanceTimersByTime(50));
  expect(result.current).toBe("gem");
});
