// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import type { NarrowFeed } from "./narrow-feed.ts";
import { useLoadAll } from "./use-load-all.ts";

type More = NarrowFeed["more"];

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function renderLoadAll() {
  const onMore = vi.fn<() => void>();
  const setPageSize = vi.fn<(size: number) => void>();
  const more: More = { hasMore: true, isLoading: false, error: null, onMore, setPageSize };
  const { result, rerender } = renderHook((now: More) => useLoadAll(now, false), {
    initialProps: more,
  });
  const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
  return {
    onMore,
    setPageSize,
    wait,
    loadAll: () => result.current,
    show: (change: Partial<More>) => rerender({ ...more, ...change }),
  };
}

function setVisible(isVisible: boolean): void {
  const state = isVisible ? "visible" : "hidden";
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

test("a hidden page loads nothing, and goes on once it is shown", () => {
  const { onMore, wait, loadAll } = renderLoadAll();
  setVisible(false);
  act(() => loadAll().start());
  wait(60);
  expect(onMore).not.toHaveBeenCalled();
  setVisible(true);
  wait(1);
  expect(onMore).toHaveBeenCalledTimes(1);
});

test("loading uses large pages, and a press of Stop the usual ones again", () => {
  const { setPageSize, loadAll } = renderLoadAll();
  act(() => loadAll().start());
  act(() => loadAll().stop());
  expect(setPageSize.mock.calls.flat()).toEqual([100, 12]);
});

test("one page is requested at a time, and none after the last", () => {
  const { onMore, setPageSize, wait, loadAll, show } = renderLoadAll();
  expect(loadAll()).toMatchObject({ state: "off", isStarted: false });
  show({ isLoading: true });
  act(() => loadAll().start());
  wait(60);
  expect(onMore).not.toHaveBeenCalled();
  show({ isLoading: false });
  wait(1);
  expect(onMore).toHaveBeenCalledTimes(1);
  show({ hasMore: false });
  wait(60);
  expect(onMore).toHaveBeenCalledTimes(1);
  expect(loadAll().state).toBe("done");
  expect(setPageSize).toHaveBeenLastCalledWith(12);
});

test("Stop ends a wait for the next page, and the loading counts as started", () => {
  const { onMore, wait, loadAll, show } = renderLoadAll();
  act(() => loadAll().start());
  const error = new ApiError({ status: 429, code: null, sentence: "", retryAfter: 30 });
  show({ error, errorAt: Date.now() });
  expect(loadAll().state).toBe("waiting");
  show({ error, errorAt: Date.now(), isLoading: true });
  expect(loadAll().state, "while the page is requested again").toBe("on");
  act(() => loadAll().stop());
  show({});
  wait(60);
  expect(loadAll()).toMatchObject({ state: "stopped", isStarted: true });
  expect(onMore).not.toHaveBeenCalled();
});

test("a failure from before the start is not shown", () => {
  const { loadAll, show } = renderLoadAll();
  show({ error: new ApiError({ status: 500, code: null, sentence: "Not now." }) });
  expect(loadAll()).toMatchObject({ state: "off", failure: null });
});

test("a failure stops the loading, and a press continues although its error is still there", () => {
  const { onMore, wait, loadAll, show } = renderLoadAll();
  act(() => loadAll().start());
  wait(1);
  const error = new ApiError({ status: 500, code: null, sentence: "Not now." });
  show({ error });
  expect(loadAll()).toMatchObject({ state: "stopped", failure: error });
  act(() => loadAll().start());
  wait(1);
  expect(loadAll()).toMatchObject({ state: "on", failure: null });
  expect(onMore).toHaveBeenCalledTimes(2);
});

test("after a failure, a page loaded by another part of the page does not go on with the loading", () => {
  const { onMore, wait, loadAll, show } = renderLoadAll();
  act(() => loadAll().start());
  wait(1);
  show({ error: new ApiError({ status: 500, code: null, sentence: "Not now." }) });
  show({ error: null });
  wait(60);
  expect(loadAll()).toMatchObject({ state: "stopped", failure: null });
  expect(onMore).toHaveBeenCalledTimes(1);
  act(() => loadAll().start());
  wait(1);
  expect(loadAll().state).toBe("on");
  expect(onMore).toHaveBeenCalledTimes(2);
});

test("a Retry-After counts from its failure, not from a later start", () => {
  const { onMore, wait, loadAll, show } = renderLoadAll();
  const error = new ApiError({ status: 429, code: null, sentence: "", retryAfter: 30 });
  show({ error, errorAt: Date.now() - 20_000 });
  act(() => loadAll().start());
  expect(loadAll()).toMatchObject({ state: "waiting", waitSeconds: 10 });
  wait(9);
  expect(onMore).not.toHaveBeenCalled();
  wait(1);
  expect(onMore).toHaveBeenCalledTimes(1);
});
