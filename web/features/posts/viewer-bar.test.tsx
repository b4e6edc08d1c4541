// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { setLetterKeys, usesLetterKeys } from "./letter-keys.ts";
import { ViewerBar, type ViewerBarProps } from "./viewer-bar.tsx";

function bar(change: Partial<ViewerBarProps>) {
  const state = { place: null, title: "", isMissing: false, isLoading: false, playing: false };
  const shown = { id: "abc12", ...state };
  const none = () => undefined;
  const places = { hasPrevious: false, hasNext: false };
  const presses = { onPrevious: none, onNext: none, onSlideshow: none, onFullScreen: none };
  return <ViewerBar {...shown} {...places} {...presses} onClose={none} {...change} />;
}

const renderBar = (change: Partial<ViewerBarProps>) => renderInApp(bar(change));

test("the slideshow button is named after its next action and has no pressed state", () => {
  renderBar({ playing: true });
  const stop = screen.getByRole("button", { name: "Stop slideshow" });
  expect(stop.hasAttribute("aria-pressed")).toBe(false);
});

test.each([
  [1, true],
  [0, false],
  [0, undefined],
])(
  "%i buttons for full screen where the browser says fullscreenEnabled is %s",
  (count, enabled) => {
    Object.defineProperty(document, "fullscreenEnabled", { value: enabled, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(document, "fullscreenEnabled"));
    renderBar({});
    expect(screen.queryAllByRole("button", { name: "Full screen" })).toHaveLength(count);
  },
);

test.each([
  ["the post that came", "A stone in the river", { isLoading: false }],
  ["the wait for the next post", "Loading the next post", { isLoading: true }],
])("a screen reader announces %s, and no growing total", (_name, words, state) => {
  const { rerender, container } = renderBar({ place: "11 of 12", title: "A stone in the dust" });
  const region = container.querySelector("[aria-live=polite]");
  expect(region?.textContent, "opening says the title of the region").toBe("");
  rerender(bar({ place: "12 of 12+", title: "A stone in the river", ...state }));
  expect(region?.textContent).toBe(words);
});

test("the next post is announced although its title is that of the last one, and so is the way back", () => {
  const title = "A stone in the dust";
  const { rerender, container } = renderBar({ place: "1 of 12", id: "abc12", title });
  const region = container.querySelector("[aria-live=polite]");
  for (const id of ["def34", "abc12"]) {
    rerender(bar({ place: "2 of 12", id, title }));
    expect(region?.textContent).toBe(title);
    region?.replaceChildren();
  }
});

test.each([
  ["outside a list", { place: null, onSlideshow: null }, []],
  ["of a gallery outside a list", { place: null }, ["Slideshow"]],
  ["in a list", { place: "3 of 12" }, ["Next post", "Previous post", "Slideshow"]],
])("the list of shortcuts for a post %s names only keys that do something", (_, change, named) => {
  renderBar(change);
  const meanings = screen.getAllByRole("definition", { hidden: true });
  const words = meanings.map(({ textContent }) => textContent);
  expect(words).toContain("Pictures of a gallery");
  expect(words.filter((word) => /post$|Slideshow/.test(word ?? ""))).toEqual(named);
});

test("a screen reader announces that the slideshow starts and ends, also without a press", () => {
  const { rerender, container } = renderBar({ playing: false });
  const region = [...container.querySelectorAll("[aria-live=polite]")].at(-1);
  expect(region?.textContent).toBe("");
  rerender(bar({ playing: true }));
  expect(region?.textContent).toBe("Slideshow started");
  rerender(bar({ playing: false }));
  expect(region?.textContent).toBe("Slideshow stopped");
});

test("the list of shortcuts switches letters off, and says whether they are on", () => {
  onTestFinished(() => setLetterKeys(true));
  renderBar({});
  const name = "Use letters and ? as shortcuts";
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name, hidden: true });
  expect(box().checked).toBe(true);
  fireEvent.click(box());
  expect(box().checked).toBe(false);
  expect(usesLetterKeys()).toBe(false);
});
