// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { FilterBar, type FilterBarProps } from "./filter-bar.tsx";

const nothing = () => undefined;

const bar: FilterBarProps = {
  filter: "all",
  counts: null,
  ofTotal: "",
  isGrowing: false,
  digits: 0,
  onFilter: nothing,
  sort: null,
  onSort: nothing,
  onSlideshow: null,
  download: null,
  blur: true,
  onBlur: nothing,
  style: "grid",
  onStyle: nothing,
  isNarrow: false,
  onNarrow: nothing,
};

test.each([
  [true, "Narrow down, on"],
  [false, "Narrow down"],
])("the button that opens a dialog is no toggle: narrowed %s it is called %s", (isNarrow, name) => {
  renderInApp(<FilterBar {...bar} isNarrow={isNarrow} />);
  const button = screen.getByRole("button", { name });
  expect(button.hasAttribute("aria-pressed")).toBe(false);
});

test.each([
  ["grid", "Switch to masonry", "Masonry"],
  ["masonry", "Switch to grid", "Grid"],
] as const)("in the %s the layout's button offers the other one", (style, name, text) => {
  renderInApp(<FilterBar {...bar} style={style} />);
  expect(screen.getByRole("button", { name }).textContent).toBe(text);
});

test.each([true, false])(
  "while blur is %s its button is pressed or not, and its tooltip says so",
  (blur) => {
    renderInApp(<FilterBar {...bar} blur={blur} />);
    const button = screen.getByRole("button", { name: "Blur", pressed: blur });
    expect(button.title).toBe(blur ? "Blur is on" : "Blur is off");
  },
);

test("the filters and the orders are a group of radio buttons each, so that arrow keys stay inside", () => {
  renderInApp(<FilterBar {...bar} sort="new" />);
  const groupsOf = (group: string) => {
    const buttons = within(screen.getByRole("group", { name: group })).getAllByRole("radio");
    return [...new Set(buttons.map((button) => (button as HTMLInputElement).name))];
  };
  const names = [...groupsOf("Show"), ...groupsOf("Sort")];
  expect(names).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
  expect(names[0]).not.toBe(names[1]);
});

test("a filter shows its count beside its name, and an order its name", () => {
  const counts = { all: 5, image: 4, gallery: 0, gif: 1, video: 0 };
  renderInApp(<FilterBar {...bar} counts={counts} sort="new" />);
  const textOf = (name: string) =>
    [...screen.getByRole("group", { name }).children].map(({ textContent }) => textContent);
  expect(textOf("Show")).toEqual(["All5", "Images4", "Galleries0", "GIFs1", "Videos0"]);
  expect(textOf("Sort")).toEqual(["New", "Hot", "Top"]);
});
