import { expect, test } from "vitest";
import { tileRatio } from "#schema/tiles.ts";
import { cardHeight, columnsFor, feedLayout } from "./feed-layout.ts";
import { postOf } from "#web/testing/posts.ts";

test.each([
  [320, 1, 1],
  [639, 1, 1],
  [640, 2, 1],
  [641, 2, 2],
  [768, 2, 2],
  [769, 2, 3],
  [1023, 2, 3],
  [1024, 3, 3],
  [1025, 3, 4],
  [1280, 3, 4],
  [1281, 3, 5],
  [1920, 3, 5],
])("at %i wide the grid has %i and masonry %i columns", (width, grid, masonry) => {
  expect(columnsFor("grid", width)).toBe(grid);
  expect(columnsFor("masonry", width)).toBe(masonry);
});

test("columns and gaps fit into the content width", () => {
  for (let width = 320; width <= 2600; width += 7) {
    for (const style of ["grid", "masonry"] as const) {
      const { columns, columnWidth, gap } = feedLayout(style, width, width - 15);
      expect(columns * columnWidth + (columns - 1) * gap).toBeLessThanOrEqual(width - 15);
      expect(columnWidth).toBeGreaterThan(100);
    }
  }
});

test("columns fill the space between the page's margins, to less than a pixel each", () => {
  for (const [width, margins] of [
    [400, 24],
    [1000, 48],
    [2600, 48],
  ] as const) {
    const { columns, columnWidth, gap } = feedLayout("masonry", width, width);
    const left = Math.min(width, 1920) - margins - columns * columnWidth - (columns - 1) * gap;
    expect(left, `at ${width}`).toBeGreaterThanOrEqual(0);
    expect(left, `at ${width}`).toBeLessThan(columns);
  }
});

test("a card's height follows from its column's width and the picture's aspect ratio", () => {
  const tall = postOf({ thumbnails: [{ url: "a", width: 100, height: 150 }] });
  const layout = { columns: 4, columnWidth: 200, gap: 16 };
  expect(cardHeight(tall, "masonry", layout)).toBe(300);
});

test("a grid of several columns is square, masonry keeps aspect ratios within limits", () => {
  const tall = postOf({ thumbnails: [{ url: "a", width: 100, height: 900 }] });
  const wide = postOf({ thumbnails: [{ url: "a", width: 300, height: 200 }] });
  const unknown = postOf({ thumbnails: [] });
  expect(tileRatio(tall, "grid", 3)).toBe(1);
  expect(tileRatio(tall, "masonry", 3)).toBe(1.9);
  expect(tileRatio(tall, "grid", 1)).toBe(1.25);
  expect(tileRatio(wide, "masonry", 4)).toBeCloseTo(2 / 3);
  expect(tileRatio(unknown, "masonry", 4)).toBe(1);
});
