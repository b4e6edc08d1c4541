// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { startTransition, useState } from "react";
import { Route, Routes, useLocation, useNavigate } from "react-router";
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
  /** The number of posts at which the next page fails once. */
  failsAt?: number | undefined;
}

/** An endless listing. Without a cached copy, or after a change of sort, it begins with one page. */
function Listing({ cached = PAGE_SIZE, ownPages = false, failsAt }: ListingProps) {
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState(cached);
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [hasFailed, setFailed] = useState(false);
  async function load() {
    setLoading(true);
    setError(null);
    await Promise.resolve();
    const fails = loaded === failsAt && !hasFailed;
    setFailed(hasFailed || fails);
    setError(fails ? new Error("Offline") : null);
    if (!fails) setLoaded((before) => before + pageSize);
    setLoading(false);
  }
  const onMore = () => void load();
  const more = { hasMore: true, isLoading, error, onMore };
  const { search } = useLocation();
  useRestoredPosition(ownPages ? more : { ...more, setPageSize }, loaded, search);
  return (
    <>
      <output>{loaded}</output>
      <button onClick={onMore}>More</button>
      <button
        onClick={() =>
          startTransition(() => {
            setLoaded(PAGE_SIZE);
            setError(null);
            void navigate("/listing?sort=top", { replace: true });
          })
        }
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

const openListing = (cached?: number, ownPages = false, failsAt?: number) =>
  act(async () =>
    renderInApp(
      <Routes>
        <Route
          path="/listing"
          element={<Listing cached={cached} ownPages={ownPages} failsAt={failsAt} />}
        />
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

/** The scroll manager, too, stores the position when the page is left: the end of a page that is still short. */
function storeEndOfShortPage() {
  sessionStorage.setItem("scroll:default", "700");
}

const stored = () => ["posts", "scroll"].map((name) => sessionStorage.getItem(`${name}:default`));

test.each([
  ["before the first page", 0],
  ["after a page that failed", PAGE_SIZE],
])("a page reloaded again %s returns to the same position", async (_, cached) => {
  leaveAt(180, 24_000);
  await openListing(cached, false, cached);
  storeEndOfShortPage();
  dispatchEvent(new Event("pagehide"));
  expect(stored()).toEqual(["180", "24000"]);
});

test("a page left for another before its posts are back returns to the same position", async () => {
  leaveAt(180, 24_000);
  await openListing(PAGE_SIZE, false, PAGE_SIZE);
  storeEndOfShortPage();
  await press("About");
  expect(stored()).toEqual(["180", "24000"]);
});

test("after a failed page a press loads the rest, and the scroll position is restored", async () => {
  leaveAt(5 * PAGE_SIZE, 9_000);
  await openListing(PAGE_SIZE, true, 2 * PAGE_SIZE);
  expect(shown()).toBe(2 * PAGE_SIZE);
  expect(scrolled).not.toHaveBeenCalled();
  await press("More");
  expect(shown()).toBe(5 * PAGE_SIZE);
  expect(scrolled.mock.calls).toEqual([[0, 9_000]]);
});

test.each([
  ["before the first page", 0],
  ["after a page that failed", 2 * PAGE_SIZE],
])("another sort, chosen %s, begins at its own top with one page", async (_, cached) => {
  leaveAt(180, 24_000);
  await openListing(cached, false, cached);
  await press("Top");
  expect(shown()).toBe(PAGE_SIZE);
  expect(scrolled).not.toHaveBeenCalled();
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

test.each([
  ["the scroll bar", 1_005, []],
  ["the page", 500, [[0, 900]]],
])("a press on %s before the posts are back", async (_, clientX, calls) => {
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(1_000);
  leaveAt(2 * PAGE_SIZE, 900);
  await openListing(0, true);
  act(() => void dispatchEvent(new MouseEvent("mousedown", { clientX })));
  await press("More");
  expect(scrolled.mock.calls).toEqual(calls);
});
