// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { preloadImage } from "#web/lib/preload-image.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { feedLayout } from "./feed-layout.ts";
import { placeCards } from "./placement.ts";
import { VirtualGrid } from "./virtual-grid.tsx";

vi.mock("#web/lib/preload-image.ts");

afterEach(() => setSavesData(false));

const POSTS = Array.from({ length: 90 }, (_, at) =>
  postOf({
    id: `t3_${at}`,
    title: `Stone ${at}`,
    isSpoiler: at === 1,
    thumbnails: [{ url: `https://preview.redd.it/${at}.jpg`, width: 320, height: 320 }],
  }),
);

function Grid() {
  const placement = placeCards(POSTS, "grid", feedLayout("grid", 1024, 1024));
  const look = { posts: POSTS, placement, blur: false, pinnedId: null };
  return <VirtualGrid {...look} hrefOf={(id) => `/?post=${id}`} onOpen={() => undefined} />;
}

function renderGrid() {
  renderInApp(<Grid />, { client: clientOf(signedOut) });
}

test.each([
  [false, 6],
  [true, 0],
])("with the data saver %s, the pictures of %i later cards are preloaded", (saves, count) => {
  vi.mocked(preloadImage).mockClear();
  setSavesData(saves);
  renderGrid();
  const cards = screen.getAllByRole("article").length;
  const later = POSTS.slice(cards, cards + count).map(({ thumbnails }) => thumbnails[0]?.url);
  expect(vi.mocked(preloadImage).mock.calls.map(([{ src }]) => src)).toEqual(later);
});

const link = (at: number) => screen.getByRole("link", { name: `Stone ${at}` });
const heart = (at: number) =>
  screen.getByRole("button", { name: new RegExp(`^Heart Stone ${at},`) });
const isShown = (at: number) => screen.queryByRole("link", { name: `Stone ${at}` }) !== null;

/** As the browser does: the event comes before the focus, and React renders in between. */
function moveFocus(from: HTMLElement, to: HTMLElement): void {
  fireEvent.focusOut(from, { relatedTarget: to });
  expect(to.isConnected, "it is still there when the focus arrives").toBe(true);
  to.focus();
}

function scrollAway(): void {
  vi.stubGlobal("scrollY", 20_000);
  fireEvent.scroll(window);
}

test("a card is described by its chips, and without chips by nothing", () => {
  renderGrid();
  expect(link(0).getAttribute("aria-describedby")).toBeNull();
  const chips = document.getElementById(link(1).getAttribute("aria-describedby") ?? "");
  expect(chips?.textContent).toBe("Spoiler");
});

test("after scrolling, Tab and Shift+Tab go on from the card that has the focus", () => {
  renderGrid();
  link(2).focus();
  scrollAway();
  expect([0, 1, 2, 3, 4].map(isShown)).toEqual([false, true, true, true, false]);
  moveFocus(link(2), heart(2));
  moveFocus(heart(2), link(3));
  expect([1, 2, 3, 4, 5].map(isShown)).toEqual([false, true, true, true, false]);
  act(() => link(3).blur());
  expect(isShown(3), "nothing in the feed has the focus").toBe(false);
});

test("the card that has the focus stays while another window has it", () => {
  renderGrid();
  link(2).focus();
  scrollAway();
  fireEvent.focusOut(link(2));
  expect(document.activeElement).toBe(link(2));
});
