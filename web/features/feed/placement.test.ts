import * as fc from "fast-check";
import { expect, test } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import { feedLayout } from "./feed-layout.ts";
import { ARCHIVE_LINE_HEIGHT, type Place, placeCards, isIn, reservedHeight } from "./placement.ts";

const sized = (width: number, height: number) =>
  postOf({ thumbnails: [{ url: "a", width, height }] });

const shapes = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 4000 })),
  { maxLength: 60 },
);
/** The feed's width between the page's margins. */
const roomIn = (width: number) => Math.min(width, 1920) - (width < 640 ? 24 : 48);
const widths = fc.integer({ min: 320, max: 2560 });

test.each(["grid", "masonry"] as const)(
  "%s: cards do not overlap and stay inside the list",
  (style) => {
    fc.assert(
      fc.property(shapes, widths, (list, width) => {
        const layout = feedLayout(style, width, width);
        const { columnWidth } = layout;
        const posts = list.map(([w, h]) => sized(w, h));
        const { places, height } = placeCards(posts, style, layout);
        const isBeside = (a: Place, b: Place) =>
          a.x + columnWidth <= b.x || b.x + columnWidth <= a.x;
        const isAbove = (a: Place, b: Place) => a.y + a.height <= b.y || b.y + b.height <= a.y;
        for (const [i, a] of places.entries()) {
          expect(a.y + a.height).toBeLessThanOrEqual(height);
          expect(a.x).toBeGreaterThanOrEqual(0);
          expect(a.x + columnWidth).toBeLessThanOrEqual(roomIn(width));
          for (const b of places.slice(i + 1)) expect(isBeside(a, b) || isAbove(a, b)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  },
);

test("a card goes into the shortest column, the leftmost of equal ones", () => {
  const layout = { columns: 3, columnWidth: 300, gap: 16 };
  const posts = [500, 300, 300, 300, 300].map((height) => sized(300, height));
  const { places } = placeCards(posts, "masonry", layout);
  expect(places.map(({ x }) => x)).toEqual([0, 316, 632, 316, 632]);
  const [, second, third, fourth, fifth] = places;
  const below = (second?.height ?? 0) + 16;
  expect([second?.y, third?.y, fourth?.y, fifth?.y]).toEqual([0, 0, below, below]);
});

test("posts added at the end do not move earlier ones", () => {
  fc.assert(
    fc.property(shapes, shapes, widths, (first, more, width) => {
      const layout = feedLayout("masonry", width, width);
      const posts = [...first, ...more].map(([w, h]) => sized(w, h));
      const before = placeCards(posts.slice(0, first.length), "masonry", layout).places;
      const after = placeCards(posts, "masonry", layout).places;
      expect(after.slice(0, first.length)).toEqual(before);
    }),
    { numRuns: 60 },
  );
});

test("archive posts begin below all columns, under a line across, and later pages move none", () => {
  fc.assert(
    fc.property(shapes, shapes, shapes, widths, (before, older, later, width) => {
      const layout = feedLayout("masonry", width, width);
      const listed = before.map(([w, h]) => sized(w, h));
      const archived = [...older, ...later].map(([w, h]) => ({
        ...sized(w, h),
        isChecked: true,
      }));
      const { places, lineAt } = placeCards([...listed, ...archived], "masonry", layout);
      const whole = placeCards([...listed, ...archived.slice(0, older.length)], "masonry", layout);
      expect(whole.places).toEqual(places.slice(0, before.length + older.length));
      expect(lineAt).toBe(archived.length > 0 ? before.length : -1);
      const top = places[lineAt]?.y ?? Infinity;
      const end = Math.max(0, ...places.slice(0, lineAt).map(({ y, height }) => y + height));
      if (lineAt < 0) return;
      expect(places[lineAt]?.x).toBe(0);
      expect(top - end).toBe(ARCHIVE_LINE_HEIGHT + (lineAt > 0 ? layout.gap : 0));
      for (const { y } of places.slice(lineAt)) expect(y).toBeGreaterThanOrEqual(top);
    }),
    { numRuns: 60 },
  );
});

test("a grid fills row by row, in upstream order", () => {
  const layout = feedLayout("grid", 1440, 1425);
  const { places } = placeCards(
    Array.from({ length: 7 }, () => sized(3, 2)),
    "grid",
    layout,
  );
  const read = places.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ index }) => index);
  expect(read).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("only places inside the window are returned", () => {
  const layout = feedLayout("grid", 400, 400);
  const { places } = placeCards(
    Array.from({ length: 100 }, () => sized(1, 1)),
    "grid",
    layout,
  );
  const row = layout.columnWidth + layout.gap;
  expect(
    places.filter((place) => isIn(place, 10 * row, 12 * row)).map(({ index }) => index),
  ).toEqual([10, 11]);
  expect(placeCards([], "grid", layout)).toEqual({ places: [], lineAt: -1, height: 0, layout });
});

test("the space for unloaded posts follows the height of the loaded ones, filtered or not", () => {
  expect(reservedHeight(1200, 12, 12, 60)).toBe(4800);
  expect(reservedHeight(300, 3, 12, 60)).toBe(1200);
  expect(reservedHeight(1200, 12, 12, 12)).toBe(2400);
  expect(reservedHeight(0, 0, 0, 90)).toBe(0);
});
