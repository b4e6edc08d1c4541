// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { useViewerAddress } from "#web/features/posts/use-viewer-address.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { SeenNote } from "./seen-note.tsx";
import { noteSeen, readSeen } from "./seen-posts.ts";

const cards = vi.hoisted(() => ({ see: (_id: string): void => undefined, isWatched: false }));

vi.mock("./watch-cards.ts", () => ({
  watchCards: (_feed: Element, onSeen: (id: string) => void) => {
    Object.assign(cards, { see: onSeen, isWatched: true });
    return () => void (cards.isWatched = false);
  },
}));

const FEED = {
  username: "gemhunter",
  isByTime: true,
  hasMore: false,
  hidden: null,
  onHide: () => undefined,
};
const NEVER = { before: null, ids: new Set<string>() };

// Not after each: a note that is unmounted writes once more.
beforeEach(() => localStorage.clear());

test.each(["Close", /^Forget/])(
  "%s gives the focus back to where it came into the note from, and only Forget leaves nothing stored",
  (name) => {
    noteSeen("gemhunter", { start: NEVER, newest: 1, ids: ["abc12"] }, Date.now() - 3 * DAY_MS);
    const { unmount } = renderInApp(
      <>
        <button type="button">Last card</button>
        <SeenNote {...FEED} posts={[postOf()]} />
      </>,
    );
    const card = screen.getByRole("button", { name: "Last card" });
    const button = screen.getByRole("button", { name });
    fireEvent.focusIn(button, { relatedTarget: card });
    fireEvent.focusIn(button, { relatedTarget: screen.getByRole("button", { name: "Hide seen" }) });
    button.focus();
    fireEvent.click(button);
    expect(screen.queryByRole("button", { name })).toBeNull();
    expect(document.activeElement).toBe(card);
    unmount();
    expect(localStorage.length).toBe(name === "Close" ? 1 : 0);
  },
);

const NEWEST = 1_000;
const oldPost = postOf({ id: "t3_old", created: NEWEST });
const pinnedPost = postOf({ id: "t3_pin", created: NEWEST - 500 });
const newPost = postOf({ id: "t3_new", created: NEWEST + 1 });

test.each([
  ["all loaded posts are new", [newPost], true, true, /^1\+ new since/],
  ["only a pinned post was seen", [pinnedPost, newPost], true, true, /^1\+ new since/],
  ["the oldest loaded post was seen", [newPost, oldPost], true, true, /^1 new since/],
  ["the listing is at its end", [newPost], true, false, /^1 new since/],
  ["no loaded post is new", [oldPost], true, true, /^Nothing new since/],
  ["the order is not by time", [oldPost], false, true, /^Last visit:/],
])("if %s, the note says so", (_when, posts, isByTime, hasMore, text) => {
  noteSeen("gemhunter", { start: NEVER, newest: NEWEST, ids: [] }, Date.now() - 3 * DAY_MS);
  renderInApp(<SeenNote {...FEED} {...{ posts, isByTime, hasMore }} />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Hide seen" }), "nothing is stored").toBeNull();
});

test("an open post counts as seen after a second, not one passed by on the way to the next", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  function Page() {
    const { show } = useViewerAddress();
    return (
      <>
        <button onClick={() => show("two")}>Next post</button>
        <SeenNote {...FEED} posts={[newPost]} />
      </>
    );
  }
  const { unmount } = renderInApp(<Page />, { path: "/user/gemhunter?post=one" });
  act(() => void vi.advanceTimersByTime(900));
  fireEvent.click(screen.getByRole("button", { name: "Next post" }));
  act(() => void vi.advanceTimersByTime(1_100));
  unmount();
  expect(localStorage.getItem("seen:gemhunter")).toMatch(/ two 0$/);
});

test("an address that names no post adds nothing to the posts seen", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const note = <SeenNote {...FEED} posts={[newPost]} />;
  const { unmount } = renderInApp(note, { path: "/user/gemhunter?post=two,other%201%202" });
  act(() => void vi.advanceTimersByTime(1_100));
  unmount();
  expect(localStorage.getItem("seen:gemhunter")).toMatch(/ {2}0$/);
});

function renderInFeed() {
  return renderInApp(
    <main>
      <SeenNote {...FEED} posts={[newPost]} />
    </main>,
  );
}

test("cards seen are stored after a moment, again and again, and when the page is left", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { unmount } = renderInFeed();
  const stored = () => localStorage.getItem("seen:gemhunter")?.split(" ")[4];
  for (const [id, all] of [
    ["one", "one"],
    ["two", "one,two"],
  ] as const) {
    cards.see(id);
    act(() => void vi.advanceTimersByTime(1_500));
    expect(stored()).toBe(all);
  }
  cards.see("three");
  dispatchEvent(new Event("pagehide"));
  expect(stored()).toBe("one,two,three");
  unmount();
  expect(cards.isWatched).toBe(false);
});

test("a tab that is left long after its last look ends the visit with that look", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { unmount } = renderInFeed();
  cards.see("one");
  act(() => void vi.advanceTimersByTime(1_500));
  vi.setSystemTime(Date.now() + DAY_MS);
  unmount();
  expect([...readSeen("gemhunter").ids]).toEqual(["one"]);
});

test("a creator without posts leaves nothing stored", () => {
  renderInApp(<SeenNote {...FEED} posts={[]} />).unmount();
  expect(localStorage).toHaveLength(0);
});

test("one button hides seen posts and shows them again; hidden ones keep the note, and Forget shows them", () => {
  const before = Date.now() - 3 * DAY_MS;
  noteSeen("gemhunter", { start: NEVER, newest: 1, ids: ["abc12"] }, before);
  const onHide = vi.fn<(ids: ReadonlySet<string> | null) => void>();
  const note = (hidden: ReadonlySet<string> | null) => (
    <SeenNote {...FEED} posts={[newPost]} hidden={hidden} onHide={onHide} />
  );
  const { rerender } = renderInApp(note(null));
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
  press("Hide seen");
  const ids = new Set(["abc12"]);
  expect(onHide).toHaveBeenLastCalledWith(ids);
  rerender(note(ids));
  expect(screen.getByRole("status").textContent).toBe("Seen posts are hidden");
  expect(screen.getByRole("button", { pressed: true }).textContent).toBe("Hide seen");
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  press("Hide seen");
  expect(onHide).toHaveBeenLastCalledWith(null);
  onHide.mockClear();
  press(/^Forget/);
  expect(onHide).toHaveBeenLastCalledWith(null);
});
