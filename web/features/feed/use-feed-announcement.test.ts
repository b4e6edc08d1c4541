// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { useFeedAnnouncement } from "./use-feed-announcement.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const feed = { filter: "video", shown: 0, total: 12, isLoading: false } as const;

function announced(
  states: readonly (Partial<typeof feed> | Record<string, unknown>)[],
  ms: number,
) {
  const { result, rerender } = renderHook(useFeedAnnouncement, {
    initialProps: { ...feed, total: 0 },
  });
  const texts: string[] = [result.current];
  for (const state of states) {
    rerender({ ...feed, ...state });
    if (texts.at(-1) !== result.current) texts.push(result.current);
    act(() => void vi.advanceTimersByTime(ms));
    if (texts.at(-1) !== result.current) texts.push(result.current);
  }
  act(() => void vi.advanceTimersByTime(1_000));
  if (texts.at(-1) !== result.current) texts.push(result.current);
  return texts;
}

const PAGES = [
  {},
  { isLoading: true },
  { shown: 3 },
  { shown: 3, isLoading: true },
  { shown: 8, isLoading: false },
];

test("pages that follow one another quickly are announced once, with the last count", () => {
  expect(announced(PAGES, 300)).toEqual(["", "8 videos shown"]);
});

test("slow pages are announced one by one", () => {
  expect(announced(PAGES, 2_000)).toEqual([
    "",
    "0 videos shown",
    "Loading more posts",
    "3 videos shown",
    "Loading more posts",
    "8 videos shown",
  ]);
});

test("the same number of posts is announced again after a change of sort", () => {
  const hot = { sort: "hot", shown: 8 };
  const top = { sort: "top", shown: 8 };
  expect(announced([hot, top], 2_000)).toEqual(["", "8 videos shown", "", "8 videos shown"]);
});
