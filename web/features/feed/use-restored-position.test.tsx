// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { Route, Routes, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { PAGE_SIZE } from "#schema/queries.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { useRestoredPosition } from "./use-restored-position.ts";

const scrolled = vi.fn<(left: number, top: number) => void>();

beforeEach(() => {
  sessionStorage.clear();
  scrolled.mockClear();
  vi.stubGlobal("scrollTo", scrolled);
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => draw());
});

interface ListingProps {
  cached?: number | undefined;
  /** Its pages have one size. */
  ownPages?: boolean;
}

/** An endless listing. Without a cached copy, or after a change of sort, it begins with one page. */
function Listing({ cached = PAGE_SIZE, ownPages = false }: ListingProps) {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState(cached);
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const [isLoading, setLoading] = useState(false);
  async function load() {
    setLoading(true);
    await Promise.resolve();
    setLoaded((before) => before + pageSize);
    setLoading(false);
  }
  const onMore = () => void load();
  const more = { hasMore: true, isLoading, error: null, onMore };
  useRestoredPosition(ownPages ? more : { ...more, setPageSize }, loaded);
  return (
    <>
      <output>{loaded}</output>
      <button onClick={onMore}>More</button>
      <button
        onClick={() => {
          setLoaded(PAGE_SIZE);
          void navigate("/listing?sort=top", { replace: true });
        }}
      >
        Top
      </button>
      <button onClick={() => void navigate("/about")}>About</button>
    </>
  );
}

function About() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

const openListing = (cached?: number, ownPages = false) =>
  act(async () =>
    renderInApp(
      <Routes>
        <Route path="/listing" element={<Listing cached={cached} ownPages={ownPages} />} />
        <Route path="/about" element={<About />} />
      </Routes>,
      { path: "/listing" },
    ),
  );

const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());
const shown = () => Number(screen.getByRole("status").textContent);

/** Stores the values that a page with these posts stores when it is left. */
function leaveAt(posts: number, top: number) {
  sessionStorage.setItem("posts:default", String(posts));
  sessionStorage.setItem("scroll:default", String(top));
}

test("after a reload as many posts as before are loaded, and the scroll position is restored", async () => {
  leaveAt(180, 24_000);
  await openListing();
  expect(shown()).toBeGreaterThanOrEqual(180);
  expect(scrolled.mock.calls).toEqual([[0, 24_000]]);
});

test("a feed of one page size is loaded again in its own pages", async () => {
  leaveAt(5 * PAGE_SIZE, 9_000);
  await openListing(PAGE_SIZE, true);
  expect(shown()).toBe(5 * PAGE_SIZE);
  expect(scrolled.mock.calls).toEqual([[0, 9_000]]);
});

test("a first page that comes late is restored to its position once", async () => {
  leaveAt(PAGE_SIZE, 900);
  await openListing(0);
  expect(scrolled).not.toHaveBeenCalled();
  await press("More");
  await press("More");
  expect(scrolled.mock.calls).toEqual([[0, 900]]);
});

test.each<[string, Event, number[][]]>([
  ["a turn of the wheel", new Event("wheel"), []],
  ["a swipe", new Event("touchmove"), []],
  ["Page Up", new KeyboardEvent("keydown", { key: "PageUp" }), []],
  ["Tab", new KeyboardEvent("keydown", { key: "Tab" }), [[0, 900]]],
])("a visitor who scrolls before the posts are back stays there: %s", async (_, event, calls) => {
  leaveAt(2 * PAGE_SIZE, 900);
  await openListing(0, true);
  act(() => void dispatchEvent(event));
  await press("More");
  expect(shown()).toBe(2 * PAGE_SIZE);
  expect(scrolled.mock.calls).toEqual(calls);
});

test.each([
  ["loaded again", PAGE_SIZE],
  ["still cached", 180],
])(
  "after a return to 180 posts that are %s, another sort begins with one page",
  async (_, cached) => {
    leaveAt(180, 24_000);
    await openListing(cached);
    scrolled.mockClear();
    await press("Top");
    expect(shown()).toBe(PAGE_SIZE);
    expect(scrolled).not.toHaveBeenCalled();
  },
);

test("going back to a listing that is no longer cached loads as many posts as before", async () => {
  await openListing();
  for (let pages = 0; pages < 3; pages += 1) await press("More");
  expect(shown()).toBe(4 * PAGE_SIZE);
  await press("About");
  await press("Back");
  expect(shown()).toBeGreaterThanOrEqual(4 * PAGE_SIZE);
});
