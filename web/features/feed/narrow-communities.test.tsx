// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#web/testing/render.tsx";
import { NarrowCommunities } from "./narrow-communities.tsx";

test("a community of the address is ticked in any spelling, and a long list is cut", () => {
  const counts = Array.from({ length: 120 }, (_, at) => ({ name: `Gems${at}`, count: 1 }));
  renderInApp(<NarrowCommunities counts={counts} chosen="gems7" onToggle={() => undefined} />);
  expect(screen.getByRole("checkbox", { name: /^r\/Gems7\b/, checked: true })).toBeTruthy();
  expect(screen.getAllByRole("checkbox", { checked: false })).toHaveLength(99);
  expect(screen.getByText("20 more: type a part of a name.")).toBeTruthy();
});

test("arrow keys, Home and End move within the list, which is one Tab stop", () => {
  const counts = ["pics", "gems", "opals"].map((name) => ({ name, count: 1 }));
  renderInApp(<NarrowCommunities counts={counts} chosen={null} onToggle={() => undefined} />);
  const boxes = screen.getAllByRole("checkbox");
  boxes[0]?.focus();
  const keys = ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"];
  const places = keys.map((key) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    const stops = boxes.filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toEqual([document.activeElement]);
    return boxes.indexOf(document.activeElement as HTMLElement);
  });
  expect(places).toEqual([0, 1, 2, 2, 1, 0, 2]);
});

test("a community's name says what its number counts", () => {
  const counts = [1, 1200].map((count) => ({ name: `gems${count}`, count }));
  renderInApp(<NarrowCommunities counts={counts} chosen={null} onToggle={() => undefined} />);
  expect(screen.getByRole("checkbox", { name: "r/gems1 1 post" })).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: "r/gems1200 1.2k posts" })).toBeTruthy();
});
