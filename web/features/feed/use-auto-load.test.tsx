// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAutoLoad } from "./use-auto-load.ts";

const observed: Element[] = [];
let margin: string | undefined;
let see: (...changes: boolean[]) => void = () => undefined;

class Observer {
  constructor(
    onChange: (entries: { isIntersecting: boolean }[]) => void,
    { rootMargin }: IntersectionObserverInit,
  ) {
    margin = rootMargin;
    see = (...changes) => onChange(changes.map((isIntersecting) => ({ isIntersecting })));
  }
  observe(element: Element) {
    observed.push(element);
  }
  disconnect() {
    observed.length = 0;
  }
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  observed.length = 0;
});

interface FeedProps {
  pages: number;
  shown: number;
  enabled?: boolean;
  listing?: string;
  load: () => void;
}

function Feed({ listing = "/user/gemhunter", ...feed }: FeedProps) {
  const { pages } = feed;
  const { marker } = useAutoLoad({ enabled: true, listing, ...feed });
  return <div key={pages} ref={marker} data-testid={`marker ${pages}`} />;
}

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("each page's new marker is observed", () => {
  const load = vi.fn<() => void>();
  const { rerender, getByTestId } = render(<Feed pages={1} shown={12} load={load} />);
  expect(observed).toEqual([getByTestId("marker 1")]);
  rerender(<Feed pages={2} shown={24} load={load} />);
  expect(observed).toEqual([getByTestId("marker 2")]);
  see(true);
  expect(load).toHaveBeenCalledTimes(1);
});

test("of several changes in one callback the last one counts", () => {
  const load = vi.fn<() => void>();
  render(<Feed pages={1} shown={12} load={load} />);
  see(true, false);
  expect(load).not.toHaveBeenCalled();
  see(false, true);
  expect(load).toHaveBeenCalledTimes(1);
});

test("three pages without a new match stop the loading", () => {
  const load = vi.fn<() => void>();
  const { rerender } = render(<Feed pages={1} shown={12} load={load} />);
  for (const pages of [2, 3]) rerender(<Feed pages={pages} shown={12} load={load} />);
  expect(observed).toHaveLength(1);
  rerender(<Feed pages={4} shown={12} load={load} />);
  expect(observed).toEqual([]);
});

test("a match begins the count of pages anew", () => {
  const load = vi.fn<() => void>();
  const { rerender } = render(<Feed pages={1} shown={12} load={load} />);
  rerender(<Feed pages={3} shown={12} load={load} />);
  rerender(<Feed pages={4} shown={13} load={load} />);
  rerender(<Feed pages={6} shown={13} load={load} />);
  expect(observed).toHaveLength(1);
  rerender(<Feed pages={7} shown={13} load={load} />);
  expect(observed).toEqual([]);
});

test("nothing is loaded while loading is not enabled", () => {
  const load = vi.fn<() => void>();
  const { rerender } = render(<Feed enabled={false} pages={1} shown={12} load={load} />);
  expect(observed).toEqual([]);
  rerender(<Feed pages={1} shown={12} load={load} />);
  expect(observed).toHaveLength(1);
});

test("another filter without a match loads its own three pages", () => {
  const load = vi.fn<() => void>();
  const { rerender } = render(<Feed pages={1} shown={0} listing="?media=gif" load={load} />);
  rerender(<Feed pages={4} shown={0} listing="?media=gif" load={load} />);
  expect(observed).toEqual([]);
  rerender(<Feed pages={4} shown={0} listing="?media=video" load={load} />);
  wait(500);
  expect(observed).toHaveLength(1);
  rerender(<Feed pages={7} shown={0} listing="?media=video" load={load} />);
  expect(observed).toEqual([]);
});

test("filters that are passed within half a second load nothing", () => {
  const load = vi.fn<() => void>();
  const { rerender } = render(<Feed pages={1} shown={0} load={load} />);
  expect(observed, "not the first").toHaveLength(1);
  for (const listing of ["?media=image", "?media=gif", "?media=video"]) {
    rerender(<Feed pages={1} shown={0} listing={listing} load={load} />);
    wait(499);
    expect(observed, listing).toEqual([]);
  }
  wait(1);
  expect(observed).toHaveLength(1);
});

test("while no loaded post matches, a page below the window is loaded too", () => {
  const load = vi.fn<() => void>();
  const { rerender } = render(<Feed pages={1} shown={0} load={load} />);
  expect(margin).toMatch(/ 1000px$/);
  rerender(<Feed pages={2} shown={1} load={load} />);
  expect(margin).toMatch(/ 200px$/);
});
